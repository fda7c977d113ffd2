import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { dataFolderAt } from '@giftwell/backend/data-folder/data-folder.ts'
import { copyEmptyDatabase } from '@giftwell/backend/testing/prepared-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type BenchSite, startBenchSite } from './bench-site.ts'
import { addressOf, leadDifferences, runLoad } from './run-load.ts'

const clients = 5
const turns = 80

describe('a site with many visitors at once', { tags: 'full' }, () => {
  let siteFolder: string
  let site: BenchSite
  beforeAll(async () => {
    siteFolder = await mkdtemp(join(tmpdir(), 'giftwell-load-site-'))
    await writeFile(join(siteFolder, 'index.html'), '<!doctype html><title>Giftwell</title>')
    site = await startBenchSite({
      seed: 'empty',
      siteFolder,
      fill: async (dataFolder) => copyEmptyDatabase(dataFolderAt(dataFolder).database),
    })
  })
  afterAll(async () => {
    await site?.stop()
    await rm(siteFolder, { recursive: true, force: true })
  })

  it('refuses only the client that floods it and stores every accepted inquiry exactly once', async () => {
    const report = await runLoad(site, clients, (turn) => turn < turns)
    expect(report.errors, site.log.join('\n')).toEqual([])
    expect(report.differences).toEqual([])
    // Of the flood’s 40 wrong passwords some thirty are answered; its inquiries stay below the limit of one address.
    expect(report.limited).toBeGreaterThan(0)
    expect(report.accepted).toBe((clients * turns) / 10 + turns / 2)
    const answered = [...report.latencies.values()].reduce((sum, times) => sum + times.length, 0)
    expect(answered + report.limited).toBe((clients + 1) * turns)
    expect([...report.latencies.keys()].toSorted()).toEqual([
      'catalogue',
      'filtered catalogue',
      'filters',
      'inquiry',
      'page',
      'sign-in',
    ])
  })
})

it('leads that are lost, doubled or unexpected are differences', () => {
  expect(leadDifferences(['a', 'b', 'c'], ['b', 'b', 'c', 'd'])).toEqual([
    'a was accepted and is stored 0 times',
    'b was accepted and is stored 2 times',
    'd is stored and was not accepted',
  ])
})

it('every visit comes from an address of its own', () => {
  const addresses = Array.from({ length: 50 }, (_, client) =>
    Array.from({ length: 1000 }, (_, turn) => addressOf(client, turn)),
  ).flat()
  expect(new Set(addresses).size).toBe(50_000)
})
