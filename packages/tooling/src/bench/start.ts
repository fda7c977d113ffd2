import { startSite } from '../site/start-site.ts'
import { atMost, type BenchPart, median, timeOf } from './measurement.ts'

const laterStarts = 5

/** How long the program behind `npm start` takes: on an empty data folder, and on one that is there. */
export const startPart: BenchPart = {
  title: 'Starts of the site, built, without npm',
  async run(log) {
    log('the first start')
    const began = performance.now()
    await using site = await startSite({ seed: 'demo' })
    const first = performance.now() - began
    log('later starts')
    const later: number[] = []
    for (let round = 0; round < laterStarts; round += 1) {
      await site.halt()
      const time = await timeOf(async () => {
        await site.resume()
        for (const path of ['/', '/catalogue', '/config.json']) await (await fetch(site.url + path)).text()
      })
      later.push(time)
    }
    return [
      atMost(15, 'first start, ready', first / 1000, 's'),
      atMost(2, `later start, pages answered, median of ${laterStarts}`, median(later) / 1000, 's'),
    ]
  },
}
