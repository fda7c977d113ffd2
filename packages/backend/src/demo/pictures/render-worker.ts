import { parentPort, workerData } from 'node:worker_threads'
import { createCanvas } from '@napi-rs/canvas'
import type { DemoImage } from '../../first-start/demo-target.ts'
import { frame } from '../drawing/frame.ts'
import type { ClientLogo } from '../logos/client-logos.ts'
import { paintLogo } from '../logos/paint-logo.ts'
import { paintPicture } from './paint-picture.ts'
import type { Picture } from './picture-list.ts'

/** What one thread is asked to render. */
export interface RenderShare {
  readonly pictures: readonly Picture[]
  readonly logos: readonly ClientLogo[]
}

/** How much detail WebP keeps: above this the files grow and nothing is seen of it. */
const quality = 78
const batchSize = 12

const canvas = createCanvas(frame.width, frame.height)
// Sent by render-pictures.ts alone.
const { pictures, logos } = workerData as RenderShare

if (logos.length > 0) send(logos.map((logo) => webp(logo.image, paintLogo(logo).encodeSync('webp', 92))))
for (let at = 0; at < pictures.length; at += batchSize) {
  send(
    pictures.slice(at, at + batchSize).map((picture) => {
      paintPicture(canvas, picture)
      return webp(picture.name, canvas.encodeSync('webp', quality))
    }),
  )
}

function webp(name: string, encoded: Uint8Array): DemoImage {
  // A copy of its own, which can be handed to the other thread.
  return { name, bytes: new Uint8Array(encoded), contentType: 'image/webp' }
}

function send(images: readonly DemoImage[]): void {
  parentPort?.postMessage(
    images,
    images.map(({ bytes }) => bytes.buffer as ArrayBuffer),
  )
}
