import { chromium } from '@playwright/test'

import { browserFlags } from '../../browser/browser-flags.ts'
import { ensureBrowser } from '../../browser/ensure-browser.ts'
import { startLoadSite } from '../../load/start-load-site.ts'
import { buildSite } from '../../site/build-site.ts'
import type { BenchPart, Measurement } from '../bench-part.ts'
import { type FirstScreen, lookAtCatalogue, type Screen } from './images/first-screen.ts'
import { pictureBytes } from './images/picture-bytes.ts'

/** Pixels of a card's picture, of which the median is promised. */
const cardWidth = 480
const promisedBytes = 20 * 1024

const screens: readonly Screen[] = [
  { name: 'a phone (390 px, twice the pixels)', width: 390, height: 844, density: 2 },
  { name: 'a desktop (1350 px)', width: 1350, height: 940, density: 1 },
]

/** How much the demo catalogue's pictures weigh, and what a first look at the catalogue loads of them. */
export const imagesPart: BenchPart = {
  name: 'images',
  title: 'Pictures: what the demo catalogue’s cards load',
  async run({ say }) {
    const executablePath = await ensureBrowser({ signal: AbortSignal.timeout(600_000), say })
    await buildSite({ when: 'stale', say })
    const site = await startLoadSite({ databaseUrl: '', seed: 'demo' })
    try {
      const bytes = await pictureBytes(site.url, site.admin, cardWidth)
      const measurements: Measurement[] = [
        {
          ...kilobytes(`a picture of ${cardWidth} px, median`, share(bytes, 0.5)),
          target: { atMost: promisedBytes / 1024 },
        },
        kilobytes(`a picture of ${cardWidth} px, 95 of 100`, share(bytes, 0.95)),
      ]
      const browser = await chromium.launch({ executablePath, args: [...browserFlags] })
      try {
        for (const screen of screens) {
          measurements.push(...seen(screen, await lookAtCatalogue(browser, site.url, screen)))
        }
      } finally {
        await browser.close()
      }
      return measurements
    } finally {
      await site.stop()
    }
  },
}

function seen({ name }: Screen, look: FirstScreen): readonly Measurement[] {
  return [
    {
      name: `cards’ pictures with width, height and sizes on ${name}`,
      value: look.whole / look.cards,
      unit: 'ratio',
      target: { atLeast: 1 },
    },
    {
      name: `pictures larger than the next size above what ${name} shows`,
      value: look.tooLarge,
      unit: 'count',
      target: { atMost: 0 },
    },
    { name: `pictures of the catalogue’s first look on ${name}`, value: look.pictures, unit: 'count' },
    kilobytes(`their bytes on ${name}`, look.bytes),
  ]
}

function kilobytes(name: string, bytes: number): Measurement {
  return { name, value: bytes / 1024, unit: 'KB' }
}

/** The value below which this share of the ascending values lies. */
function share(values: readonly number[], part: number): number {
  return values[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN
}
