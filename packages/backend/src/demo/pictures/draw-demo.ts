import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { sizeName } from '@giftwell/shared/domain/image-sizes.ts'
import type { DemoDrawing, DemoImage } from '../../first-start/demo-target.ts'
import { demoCatalogue } from '../catalogue/demo-catalogue.ts'
import { type ClientLogo, clientLogos } from '../logos/client-logos.ts'
import { type Picture, pictureList, pictureWidths } from './picture-list.ts'

/** What the thread is asked to draw. */
export type DrawingWish = { readonly picture: Picture } | { readonly logo: ClientLogo }

/** Products whose pictures come first: those that visitors without an account see, and a page of them for others. */
const firstSeen = 60

/**
 * Draws the demo's logos and pictures (640 by 480, and the sizes of `pictureWidths` below) as WebP in a thread of its
 * own: the home page's first, then what the catalogue begins with, then the rest by their backdrops, since a backdrop
 * is painted once for the pictures that follow each other before it.
 */
export function drawDemo(): DemoDrawing {
  return drawWishes([...clientLogos.map((logo) => ({ logo })), ...inOrder().map((picture) => ({ picture }))])
}

/** Draws what is wished for, in this order; see `DemoDrawing`. */
export function drawWishes(wishes: readonly DrawingWish[]): DemoDrawing {
  let worker: Worker | undefined
  return {
    names: wishes.map(namesIn),
    async draw(entry) {
      worker ??= new Worker(new URL('drawing-worker.ts', import.meta.url))
      const over = new AbortController()
      const { signal } = over
      try {
        // A thread is no window: it has no origin.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        worker.postMessage(wishes[entry])
        const [images] = await Promise.race([once(worker, 'message', { signal }), ended(worker, signal)])
        // Sent by drawing-worker.ts alone.
        return images as readonly DemoImage[]
      } finally {
        over.abort()
      }
    },
    async end() {
      await worker?.terminate()
    },
  }
}

async function ended(worker: Worker, signal: AbortSignal): Promise<never> {
  await once(worker, 'exit', { signal })
  throw new Error('the thread has ended')
}

function namesIn(wish: DrawingWish): readonly string[] {
  if ('logo' in wish) return [wish.logo.image]
  const { name } = wish.picture
  return [name, ...pictureWidths.slice(0, -1).map((width) => sizeName(name, width))]
}

function inOrder(): readonly Picture[] {
  const pictures = new Map(pictureList().map((picture) => [picture.name, picture]))
  const first = demoCatalogue()
    .products.filter(({ isSample }) => isSample)
    .slice(0, firstSeen)
    .flatMap(({ image }) => pictures.get(image) ?? [])
  const byBackdrop = Map.groupBy(pictures.values(), ({ backdrop, palette }) => `${backdrop} ${palette}`)
  return [...new Set([...first, ...[...byBackdrop.values()].flat()])]
}
