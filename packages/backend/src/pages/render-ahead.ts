import type { Site } from '../http/site-files.ts'
import type { PageData } from './page-data.ts'

/**
 * Has the website's pages at hand before the first visitor asks: rendered, and packed by other threads. One after the
 * other, so that the first of them is there soon.
 * @param origin under which they are rendered
 */
export async function renderAhead(
  { files, renderedPages }: Site,
  origin: string,
  dataFor: (request: Request) => PageData,
): Promise<void> {
  for (const path of renderedPages) {
    const request = new Request(`${origin}${path}`, { headers: { 'accept-encoding': 'br' } })
    // Whoever asks for it learns what fails.
    await files(request, dataFor(request)).catch(() => {})
  }
}
