import { startBenchSite } from './bench-site.ts'
import { atMost, type BenchPart, median } from './measurement.ts'

/** Pixels of a card's picture. */
const cardWidth = 480

/** How much the pictures of the demo catalogue's cards weigh; which size a card loads is tested end to end. */
export const imagesPart: BenchPart = {
  title: 'Pictures: what the demo catalogue’s cards load',
  async run() {
    const site = await startBenchSite({ seed: 'demo' })
    try {
      const path = '/rest/v1/products?select=image_url,image_widths&image_url=not.is.null&limit=1000'
      // The columns that are selected.
      const rows = (await site.json({ path, token: await site.signIn('admin') })) as readonly {
        image_url: string
        image_widths: readonly number[] | null
      }[]
      const addresses = rows.map(({ image_url: address, image_widths: widths }) => {
        const hasSize = widths?.slice(0, -1).includes(cardWidth) === true
        return hasSize ? address.replace(/(\.\w+)$/, `-${cardWidth}$1`) : address
      })
      const sizes: number[] = []
      for (const address of new Set(addresses)) {
        const response = await fetch(new URL(address, site.url), { method: 'HEAD' })
        if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
        sizes.push(Number(response.headers.get('content-length')))
      }
      return [atMost(20, `a picture of ${cardWidth} px, median`, median(sizes) / 1024, 'KB')]
    } finally {
      await site.stop()
    }
  },
}
