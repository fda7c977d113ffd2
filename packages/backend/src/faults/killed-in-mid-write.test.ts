import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { pngPicture } from '../testing/picture.ts'
import { faultRounds } from '../testing/rounds.ts'
import { allNames, type SiteProcess, startSite } from '../testing/site-process.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

/** The acknowledged writes. */
interface Acknowledged {
  readonly themes: string[]
  readonly leads: string[]
  readonly images: string[]
}

/** Concurrent writes of every kind until the site is killed. */
async function writeUntilGone(
  site: SiteProcess,
  admin: SupabaseClient,
  round: number,
  acknowledged: Acknowledged,
): Promise<void> {
  let count = 0
  const repeat = async (write: (name: number) => Promise<boolean>): Promise<void> => {
    do count += 1
    while (await write(count))
  }
  const themes = async (number: number): Promise<boolean> => {
    const name = `theme ${round}-${number}`
    const { error, status } = await admin.from('themes').insert({ name, description: 'x'.repeat(500) })
    if (error === null) acknowledged.themes.push(name)
    return status !== 0
  }
  const leads = async (number: number): Promise<boolean> => {
    const name = `lead ${round}-${number}`
    const lead = { name, company: 'Acme', email: `${round}-${number}@acme.test`, phone: '1' }
    const { error } = await site.client().from('leads').insert(lead)
    if (error === null) acknowledged.leads.push(name)
    return error === null
  }
  const images = async (number: number): Promise<boolean> => {
    const name = `0.${round}${String(number).padStart(6, '0')}.png`
    const picture = pngPicture({ note: name, bytes: 20_000 })
    const { error } = await admin.storage.from('product-images').upload(name, picture)
    if (error === null) acknowledged.images.push(name)
    return error === null
  }
  await Promise.all([repeat(themes), repeat(themes), repeat(leads), repeat(images), repeat(images)])
}

it(
  `acknowledged rows and images survive ${faultRounds} kills in the middle of writes`,
  { timeout: 60_000 + faultRounds * 60_000 },
  async () => {
    await using temporary = await temporaryFolder()
    const acknowledged: Acknowledged = { themes: [], leads: [], images: [] }
    for (let round = 1; round <= faultRounds; round += 1) {
      const site = await startSite(temporary.path)
      const admin = await site.admin()
      const before = acknowledged.themes.length + acknowledged.images.length
      const writing = writeUntilGone(site, admin, round, acknowledged)
      // After a different number of writes each time, to kill it at different points.
      const wanted = before + 20 + ((round * 37) % 60)
      await expect
        .poll(() => acknowledged.themes.length + acknowledged.images.length, { interval: 1, timeout: 30_000 })
        .toBeGreaterThan(wanted)
      site.child.process.kill('SIGKILL')
      await Promise.all([site.child.ended, writing])
    }

    const site = await startSite(temporary.path)
    const admin = await site.admin()
    for (const table of ['themes', 'leads'] as const) {
      const stored = await allNames(admin, table)
      expect(acknowledged[table].filter((name) => !stored.has(name))).toEqual([])
    }
    const bucket = admin.storage.from('product-images')
    for (const name of acknowledged.images) {
      const answer = await fetch(bucket.getPublicUrl(name).data.publicUrl)
      expect([name, await answer.bytes()]).toEqual([
        name,
        await pngPicture({ note: name, bytes: 20_000 }).bytes(),
      ])
    }
    const files = await readdir(join(temporary.path, 'data', 'storage', 'product-images'))
    expect(files.filter((name) => name.endsWith('.tmp'))).toEqual([])
    const { themes, leads, images } = acknowledged
    console.warn(
      `killed ${faultRounds} times: stored ${themes.length + leads.length} of ${themes.length + leads.length} acknowledged rows, ${images.length} of ${images.length} images`,
    )
    site.child.process.kill('SIGTERM')
    expect(await site.child.ended).toBe(0)
  },
)
