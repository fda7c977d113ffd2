import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { BenchPart } from '../bench-part.ts'
import { median } from './slow-page/time-to-paint.ts'
import { copyFresh } from './start/fresh-copy.ts'
import { timeStart } from './start/time-start.ts'

const laterStarts = 5

/** How long `npm start` takes, right after the installation and on a folder that is there already. */
export const startPart: BenchPart = {
  name: 'start',
  title: '`npm start`, from the command on',
  async run({ say }) {
    const folder = await mkdtemp(join(tmpdir(), 'giftwell-start-'))
    const clone = join(folder, 'clone')
    const data = join(folder, 'data')
    try {
      await copyFresh(clone)
      // The copy's packages are installed, and its own first look at that is part of every first start.
      say('the first start: builds the website, makes the demo catalogue ...')
      const first = await timeStart(clone, data)
      say('later starts ...')
      const later = []
      for (let round = 0; round < laterStarts; round += 1) later.push(await timeStart(clone, data))
      return [
        { name: 'first start, ready', value: first.ready / 1000, unit: 's', target: { atMost: 15 } },
        { name: 'first start, pages and products answered', value: first.answered / 1000, unit: 's' },
        {
          name: `later start, ready, median of ${laterStarts}`,
          value: median(later.map(({ ready }) => ready)) / 1000,
          unit: 's',
          target: { atMost: 2 },
        },
        {
          name: `later start, pages and products answered, median of ${laterStarts}`,
          value: median(later.map(({ answered }) => answered)) / 1000,
          unit: 's',
          target: { atMost: 2 },
        },
      ]
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    }
  },
}
