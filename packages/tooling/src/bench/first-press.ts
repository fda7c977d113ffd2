import { chromium, type Browser } from '@playwright/test'

import { browserFlags, ensureBrowser } from '../browser/ensure-browser.ts'
import { startSite } from '../site/start-site.ts'
import { atMost, type BenchPart, type Measurement, median } from './measurement.ts'

const visits = 3
/** Milliseconds after which a press without an answer is lost. */
const patience = 15_000

const slow4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }
const laptop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const profiles = [
  { name: 'laptop', viewport: laptop, isSlowNetwork: false, slowdown: 1 },
  { name: 'phone, slow 4G', viewport: phone, isSlowNetwork: true, slowdown: 1 },
  { name: 'laptop, 4 times slower', viewport: laptop, isSlowNetwork: false, slowdown: 4 },
  { name: 'phone, slow 4G, 4 times slower', viewport: phone, isSlowNetwork: true, slowdown: 4 },
] as const

/** Measures a visitor's wait for the first press: "Login" is pressed a tenth of a second after its paint. */
export const firstPressPart: BenchPart = {
  title: `From the navigation to the answer of a press on “Login”, median of ${visits} visits`,
  async run(log) {
    const executablePath = await ensureBrowser({ signal: AbortSignal.timeout(240_000), log })
    await using site = await startSite({ seed: 'demo' })
    await using browser = await chromium.launch({ executablePath, args: [...browserFlags] })
    const html = await (await fetch(`${site.url}/catalogue`)).text()
    const product = /href="(\/product\/[^"?]+)"/.exec(html)?.[1] ?? '/catalogue'
    const pages = ['/', '/catalogue', '/catalogue?industry=Pharmaceutical', product, '/privacy', '/compare']
    const measurements: Measurement[] = []
    for (const profile of profiles) {
      let lost = 0
      for (const path of pages) {
        const answers: number[] = []
        // The first visit has the server render the page.
        for (let visit = 0; visit <= visits; visit += 1) {
          const answer = await answerOf(browser, site.url + path, profile)
          if (answer === null) lost += 1
          else if (visit > 0) answers.push(answer)
        }
        const page = path.replace(/^(\/product\/).*/, '$1…')
        measurements.push({ name: `${page}: ${profile.name}`, value: median(answers), unit: 'ms' })
      }
      measurements.push(atMost(0, `presses lost: ${profile.name}`, lost, 'presses'))
    }
    return measurements
  },
}

/** The milliseconds from the navigation to the answer; null for a press that is lost. */
async function answerOf(
  browser: Browser,
  url: string,
  { viewport, isSlowNetwork, slowdown }: (typeof profiles)[number],
): Promise<number | null> {
  await using context = await browser.newContext({ viewport })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  if (isSlowNetwork) await session.send('Network.emulateNetworkConditions', slow4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(() => {
    const login = () =>
      [...document.querySelectorAll('button')].find((button) => button.textContent === 'Login')
    function press() {
      const button = login()
      if (button === undefined) requestAnimationFrame(press)
      else setTimeout(() => (login() ?? button).click(), 100)
    }
    new PerformanceObserver(press).observe({ type: 'paint', buffered: true })
    new MutationObserver(() => {
      if (document.querySelector('[role=dialog]') !== null) performance.mark('answer')
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(url, { waitUntil: 'commit' })
  const answer = await page
    .waitForFunction(() => performance.getEntriesByName('answer')[0]?.startTime, null, { timeout: patience })
    .catch(() => null)
  return (await answer?.jsonValue()) ?? null
}
