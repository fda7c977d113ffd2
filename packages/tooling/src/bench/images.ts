import type { Browser } from '@playwright/test'

import { withBrowser } from './bench-browser.ts'
import { type BenchSite, startBenchSite } from './bench-site.ts'
import { type BenchPart, type Measurement, percentile } from './measurement.ts'

/** Pixels of a card's picture. */
const cardWidth = 480
const pageSize = 1000
/** Milliseconds without a new picture after which the page is complete. */
const lull = 1500

const screens = [
  { name: 'a phone (390 px, twice the pixels)', width: 390, height: 844, density: 2 },
  { name: 'a desktop (1350 px)', width: 1350, height: 940, density: 1 },
] as const

/** How much the demo catalogue's pictures weigh, and which of them a first visit to the catalogue loads. */
export const imagesPart: BenchPart = {
  title: 'Pictures: what the demo catalogue’s cards load',
  async run(say) {
    const site = await startBenchSite({ seed: 'demo' })
    try {
      const sizes = await pictureSizes(site)
      const picture = `a picture of ${cardWidth} px`
      const measurements: Measurement[] = [
        {
          name: `${picture}, median`,
          value: percentile(sizes, 0.5) / 1024,
          unit: 'KB',
          target: { atMost: 20 },
        },
        { name: `${picture}, 95 of 100`, value: percentile(sizes, 0.95) / 1024, unit: 'KB' },
      ]
      return await withBrowser(say, async (browser) => {
        for (const screen of screens) measurements.push(...(await visitCatalogue(browser, site.url, screen)))
        return measurements
      })
    } finally {
      await site.stop()
    }
  },
}

/** Bytes of the card's size of every picture that a product shows, or of the picture itself without that size. */
async function pictureSizes(site: BenchSite): Promise<readonly number[]> {
  const token = await site.signIn('admin')
  const addresses = new Set<string>()
  let rows: { image_url: string; image_widths: readonly number[] | null }[]
  let offset = 0
  do {
    const path = `/rest/v1/products?select=image_url,image_widths&image_url=not.is.null&order=id&limit=${pageSize}&offset=${offset}`
    rows = (await site.json({ path, token })) as typeof rows // the columns that were selected
    offset += pageSize
    for (const { image_url: address, image_widths: widths } of rows) {
      const hasSize = widths?.slice(0, -1).includes(cardWidth) === true
      addresses.add(hasSize ? address.replace(/(\.\w+)$/, `-${cardWidth}$1`) : address)
    }
  } while (rows.length === pageSize)
  const sizes: number[] = []
  for (const address of addresses) {
    const answer = await fetch(new URL(address, site.url), { method: 'HEAD' })
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`)
    sizes.push(Number(answer.headers.get('content-length')))
  }
  return sizes
}

/** Visits the catalogue without scrolling. */
async function visitCatalogue(
  browser: Browser,
  url: string,
  { name, width, height, density }: (typeof screens)[number],
): Promise<readonly Measurement[]> {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: density,
    isMobile: density > 1,
  })
  try {
    const page = await context.newPage()
    let [pictures, bytes] = [0, 0]
    page.on('response', (response) => {
      if (!response.url().includes('/product-images/')) return
      pictures += 1
      bytes += Number(response.headers()['content-length'] ?? 0)
    })
    await page.goto(`${url}/catalogue`)
    await page.locator('article img').first().waitFor()
    for (let before = -1; before !== pictures;) {
      before = pictures
      await page.waitForTimeout(lull)
    }
    const cards = await page.locator('article img').evaluateAll(
      (elements, pixels) =>
        elements.map((element) => {
          const image = element as HTMLImageElement // what the selector finds
          const choices = image.srcset.split(', ').map((choice) => {
            const [address = '', size = ''] = choice.split(' ')
            return { address, width: Number.parseInt(size, 10) }
          })
          const shown = Math.floor(image.getBoundingClientRect().width * pixels)
          const enough = choices.find((choice) => choice.width >= shown)?.width ?? Infinity
          const loaded = choices.find(({ address }) => address === image.currentSrc)?.width ?? Infinity
          return {
            isComplete: ['width', 'height', 'srcset', 'sizes'].every((key) => image.hasAttribute(key)),
            isTooLarge: image.currentSrc !== '' && loaded > enough,
          }
        }),
      density,
    )
    return [
      {
        name: `cards’ pictures with width, height and sizes on ${name}`,
        value: cards.filter(({ isComplete }) => isComplete).length / cards.length,
        unit: 'ratio',
        target: { atLeast: 1 },
      },
      {
        name: `pictures larger than the next size above what ${name} shows`,
        value: cards.filter(({ isTooLarge }) => isTooLarge).length,
        unit: 'count',
        target: { atMost: 0 },
      },
      { name: `pictures of a first visit to the catalogue on ${name}`, value: pictures, unit: 'count' },
      { name: `their size on ${name}`, value: bytes / 1024, unit: 'KB' },
    ]
  } finally {
    await context.close()
  }
}
