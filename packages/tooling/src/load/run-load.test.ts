import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { latencyTable, percentile } from './latency-table.ts'
import { disagreements, runLoad } from './run-load.ts'
import { openSite } from './site-calls.ts'
import { type LoadSite, startLoadSite } from './start-load-site.ts'
import { visitKinds, visitOf } from './visit.ts'

const clients = 5
const turns = 80

describe('a site that many visit at once', () => {
  let siteFolder: string
  let running: LoadSite
  beforeAll(async () => {
    siteFolder = await mkdtemp(join(tmpdir(), 'giftwell-load-site-'))
    await writeFile(join(siteFolder, 'index.html'), '<!doctype html><title>Giftwell</title>')
    running = await startLoadSite({ databaseUrl: '', seed: 'empty', siteFolder })
  })
  afterAll(async () => {
    await running?.stop()
    await rm(siteFolder, { recursive: true, force: true })
  })

  it('refuses nobody but the one who floods it, and stores every accepted inquiry exactly once', async () => {
    const { url, admin, said } = running
    const site = await openSite(url)
    const report = await runLoad({ site, admin, clients, goesOn: (turn) => turn < turns })
    expect(report.errors, said.join('\n')).toEqual([])
    expect(report.disagreements).toEqual([])
    // Of the flood’s 40 wrong passwords some thirty are answered; its inquiries stay below what one address may send.
    expect(report.limited).toBeGreaterThan(0)
    expect(report.accepted).toBe((clients * turns) / 10 + turns / 2)
    const answered = [...report.latencies.values()].reduce((sum, list) => sum + list.length, 0)
    expect(answered + report.limited).toBe((clients + 1) * turns)
    expect([...report.latencies.keys()].toSorted()).toEqual(visitKinds.toSorted())
  })
})

describe('the account of a run', () => {
  it('tells inquiries that are lost, doubled or unasked for', () => {
    expect(disagreements(['a', 'b', 'c'], ['b', 'b', 'c', 'd'])).toEqual([
      'a was accepted and is stored 0 times',
      'b was accepted and is stored 2 times',
      'd is stored and was not accepted',
    ])
  })

  it('takes every visitor for another one', () => {
    const nowhere = { industries: [], categories: [], customers: [] }
    const visits = Array.from({ length: 50 }, (_, client) =>
      Array.from({ length: 1000 }, (_, turn) => visitOf(client, turn, nowhere).from),
    ).flat()
    expect(new Set(visits).size).toBe(50_000)
  })

  it('names the latency that a share of the requests did not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
    expect([0.5, 0.95, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([50, 95, 99, 100])
    expect(percentile([7], 0.5)).toBe(7)
    expect(latencyTable(new Map([['sign-in', [3, 1, 2]]]))).toContain('| sign-in | 3 | 2 | 3 | 3 | 3 |')
  })
})
