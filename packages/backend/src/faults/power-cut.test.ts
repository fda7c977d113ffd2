import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { cutPower, recordingDisk } from '../testing/disk-recorder.ts'
import { rounds } from '../testing/rounds.ts'
import { allNames, type SiteProcess, startSite } from '../testing/site-process.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const cuts = rounds(2, 200)

let stop: () => Promise<void> = async () => {}
afterEach(async () => stop())

/** Eight clients send inquiries until the site is gone. Each that is acknowledged is added. */
async function sendLeads(site: SiteProcess, round: number, acknowledged: string[]): Promise<void> {
  const one = async (client: number): Promise<void> => {
    for (let number = 0; ; number += 1) {
      const name = `lead ${round}-${client}-${number}`
      const lead = { name, company: 'Acme', email: `${round}-${client}-${number}@acme.test`, phone: '1' }
      const { error } = await site.client().from('leads').insert(lead)
      if (error !== null) return
      acknowledged.push(name)
    }
  }
  await Promise.all(Array.from({ length: 8 }, async (_, client) => one(client)))
}

/** Sends inquiries, cuts the power in the middle of them, and gives the acknowledged ones that are lost after each cut. */
async function lostLeads(count: number, env: Record<string, string>): Promise<string[]> {
  const temporary = await temporaryFolder()
  const database = join(temporary.path, 'data', 'database')
  const journal = join(temporary.path, 'journal')
  const start = async (): Promise<SiteProcess> => {
    const site = await startSite(temporary.path, { ...recordingDisk(journal), ...env })
    stop = async () => {
      site.child.process.kill('SIGKILL')
      await site.child.ended
      await temporary.remove()
    }
    return site
  }
  let site = await start()
  const acknowledged: string[] = []
  const lost = new Set<string>()
  let pages = 0
  for (let round = 1; round <= count; round += 1) {
    const before = acknowledged.length
    const sending = sendLeads(site, round, acknowledged)
    await expect
      .poll(() => acknowledged.length, { interval: 1, timeout: 60_000 })
      .toBeGreaterThan(before + 5 + ((round * 7) % 20))
    site.child.process.kill('SIGKILL')
    await Promise.all([site.child.ended, sending])
    // Nothing that was not flushed, or about half of it.
    pages += cutPower(database, journal, () => round % 2 === 0 && Math.random() < 0.5)
    site = await start()
    const stored = await allNames(await site.admin(), 'leads')
    for (const name of acknowledged) if (!stored.has(name)) lost.add(name)
  }
  expect(pages, 'pages that were not flushed').toBeGreaterThan(0)
  console.warn(
    `${count} power cuts lost ${pages} pages, and ${lost.size} of ${acknowledged.length} acknowledged leads`,
  )
  return [...lost]
}

const timeout = 60_000 + cuts * 60_000

it(`no acknowledged lead is lost in ${cuts} power cuts`, { timeout }, async () => {
  expect(await lostLeads(cuts, {})).toEqual([])
})

it(
  'without durable writes a power cut loses acknowledged leads, or damages the database',
  { timeout },
  async () => {
    const outcome = await lostLeads(1, { DURABLE_WRITES: '0' }).then(
      (lost) => (lost.length > 0 ? 'leads are lost' : 'nothing is lost'),
      (error: unknown) => String(error),
    )
    expect(outcome).toMatch(/leads are lost|its files are damaged/)
  },
)
