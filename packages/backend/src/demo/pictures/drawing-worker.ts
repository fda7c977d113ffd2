import { parentPort } from 'node:worker_threads'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { sizeName, sizeOf } from '@giftwell/shared/domain/image-sizes.ts'
import type { DemoImage } from '../../first-start/demo-target.ts'
import { frame } from '../drawing/frame.ts'
import type { ClientLogo } from '../logos/client-logos.ts'
import { paintLogo } from '../logos/paint-logo.ts'
import { paintPicture } from './paint-picture.ts'
import type { DrawingWish } from './draw-demo.ts'
import { type Picture, pictureWidths } from './picture-list.ts'

/** How much detail WebP keeps: below this, soft light falls into squares. */
const quality = 86

const canvas = createCanvas(frame.width, frame.height)
/** A canvas for each size, the largest first: each is drawn from the one before. */
const sizes = pictureWidths
  .slice(0, -1)
  .toReversed()
  .map((width) => ({ width, canvas: createCanvas(width, sizeOf(width).height) }))

parentPort?.on('message', (wish: DrawingWish) => {
  const images = 'logo' in wish ? [logoImage(wish.logo)] : pictureImages(wish.picture)
  parentPort?.postMessage(
    images,
    images.map(({ bytes }) => bytes.buffer as ArrayBuffer),
  )
})

function logoImage(logo: ClientLogo): DemoImage {
  return webp(logo.image, paintLogo(logo).encodeSync('webp', 92))
}

function pictureImages(picture: Picture): readonly DemoImage[] {
  paintPicture(canvas, picture)
  const whole = webp(picture.name, canvas.encodeSync('webp', quality))
  let source = canvas
  const smaller = sizes.map((size) => {
    source = scaled(source, size.canvas)
    return webp(sizeName(picture.name, size.width), source.encodeSync('webp', quality))
  })
  return [whole, ...smaller]
}

function scaled(from: Canvas, to: Canvas): Canvas {
  const context = to.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(from, 0, 0, to.width, to.height)
  return to
}

function webp(name: string, encoded: Uint8Array): DemoImage {
  // A copy of its own, which can be handed to the other thread.
  return { name, bytes: new Uint8Array(encoded), contentType: 'image/webp' }
}
