import { startSite } from '../site/start-site.ts'
import { atMost, type BenchPart, median } from './measurement.ts'

const laterStarts = 5

/** How long the program behind `npm start` takes: on an empty data folder, and on one that is there. */
export const startPart: BenchPart = {
  title: 'Starts of the site, built, without npm',
  async run(say) {
    say('the first start')
    const began = performance.now()
    await using site = await startSite({ seed: 'demo' })
    const first = performance.now() - began
    say('later starts')
    const later: { readonly ready: number; readonly answered: number }[] = []
    for (let round = 0; round < laterStarts; round += 1) {
      await site.halt()
      const resumed = performance.now()
      await site.resume()
      const ready = performance.now() - resumed
      for (const path of ['/', '/catalogue', '/config.json']) await (await fetch(site.url + path)).text()
      later.push({ ready, answered: performance.now() - resumed })
    }
    const middle = (key: 'ready' | 'answered') => median(later.map((times) => times[key])) / 1000
    return [
      atMost(15, 'first start, ready', first / 1000, 's'),
      atMost(2, `later start, ready, median of ${laterStarts}`, middle('ready'), 's'),
      atMost(2, `later start, pages answered, median of ${laterStarts}`, middle('answered'), 's'),
    ]
  },
}
