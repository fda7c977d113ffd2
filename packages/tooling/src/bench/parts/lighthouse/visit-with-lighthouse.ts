import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'

import { browserFlags } from '../../../browser/browser-flags.ts'
import { freePort } from '../../../database/free-port.ts'

/** What Lighthouse says of one visit: scores from 0 to 100, times in milliseconds. */
export interface LighthouseVisit {
  readonly performance: number
  readonly accessibility: number
  readonly bestPractices: number
  readonly seo: number
  readonly firstPaint: number
  readonly largestPaint: number
  readonly layoutShift: number
  readonly blockingTime: number
  /** Bytes over the network, compressed. */
  readonly bytes: number
  /** What it would have otherwise, in its own words. */
  readonly complaints: readonly string[]
}

/** Visits that Lighthouse may ask for again, since it missed the beginning of its own recording. */
const mostTries = 3

/** Visits a page as Lighthouse's phone on a slow network, in a browser of its own. */
export async function visitWithLighthouse(url: string, executablePath: string): Promise<LighthouseVisit> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await visitOnce(url, executablePath)
    } catch (error) {
      if (tries === mostTries || !String(error).includes('run Lighthouse again')) throw error
    }
  }
}

async function visitOnce(url: string, executablePath: string): Promise<LighthouseVisit> {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath,
    args: [...browserFlags, `--remote-debugging-port=${port}`],
  })
  try {
    const answer = await lighthouse(url, { port, logLevel: 'silent', output: 'json' })
    if (answer === undefined) throw new Error(`Lighthouse said nothing of ${url}`)
    const { categories, audits, runtimeError } = answer.lhr
    if (runtimeError !== undefined) throw new Error(runtimeError.message)
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
    const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      firstPaint: value('first-contentful-paint'),
      largestPaint: value('largest-contentful-paint'),
      layoutShift: value('cumulative-layout-shift'),
      blockingTime: value('total-blocking-time'),
      bytes: value('total-byte-weight'),
      complaints: Object.values(audits)
        .filter(({ score }) => score !== null && score < 0.9)
        .map(({ title, displayValue }) => [title, displayValue].filter(Boolean).join(': ')),
    }
  } finally {
    await browser.close()
  }
}
