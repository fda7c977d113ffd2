import type { DemoTarget } from '../first-start/demo-target.ts'
import { clientLogos } from './logos/client-logos.ts'
import { pictureList } from './pictures/picture-list.ts'
import { renderPictures } from './pictures/render-pictures.ts'
import { seedRows } from './seed-rows.ts'

/**
 * Writes the whole demo catalogue: rows, pictures and client logos. The pictures are rendered on other threads while
 * the rows are written. The caller wraps it in one transaction.
 */
export async function seedDemo(target: DemoTarget): Promise<void> {
  const stop = new AbortController()
  const images = renderPictures({ pictures: pictureList(), logos: clientLogos }, stop.signal)
  try {
    await seedRows(target)
    for await (const batch of images) await target.putImages(batch)
  } finally {
    stop.abort()
  }
}
