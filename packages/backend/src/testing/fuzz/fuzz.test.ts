import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rounds } from '../rounds.ts'
import { type FuzzedSite, startFuzzedSite } from './fuzzed-site.ts'
import { type FuzzReport, runFuzz } from './run-fuzz.ts'

// FUZZ_SEED tries other requests; a seed that found something is named in the failure.
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_123)
const requests = rounds(100, 1500)
/** More than `npm run fuzz` allows, because other tests may run at the same time. */
const slowMs = 10_000
const mebibyte = 1024 * 1024

describe(`a server under generated requests (seed ${seed})`, { timeout: 120_000 }, () => {
  let site: FuzzedSite
  let report: FuzzReport
  beforeAll(async () => {
    site = await startFuzzedSite()
    report = await runFuzz(site, requests, seed, slowMs)
  }, 240_000)
  afterAll(async () => site.close())

  it('the server answers every generated request without a failure, and no role reads or writes more than it may', () => {
    expect(report.findings).toEqual([])
  })

  it('every role sends its share of the requests', () => {
    expect(Math.min(...Object.values(report.sent))).toBeGreaterThan(requests / 10)
  })

  it('some generated requests succeed and others are rejected', () => {
    expect(report.shownToAdministrator).toBeGreaterThan(0)
    expect(Object.keys(report.statuses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '404', '405', '413']),
    )
  })

  it('the server is alive after all requests', () => {
    expect(site.process.child.process.exitCode).toBeNull()
  })

  // After fewer requests code is still being compiled.
  it('the server uses no more memory after all requests', { tags: 'full' }, () => {
    const { before, after } = report.memory
    expect(after.heapUsed - before.heapUsed).toBeLessThan(20 * mebibyte)
    expect(after.rss - before.rss).toBeLessThan(150 * mebibyte)
  })
})
