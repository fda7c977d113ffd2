import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { sharedServer } from '../testing/shared-server.ts'
import { administrator } from '../testing/test-server.ts'

const server = sharedServer({}, { mailsEveryMs: 50 })
const sql = async (text: string, parameters: unknown[] = []) =>
  (await server.database!.query(text, parameters)).rows

/** The texts of the digests that were sent so far. */
async function digests(): Promise<readonly string[]> {
  const folder = join(server.dataFolder, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
  const mails = await Promise.all(
    names.map(
      async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Record<string, string>,
    ),
  )
  return mails.flatMap(({ subject, text }) => (subject?.startsWith('Waiting for you') ? [text ?? ''] : []))
}

it(
  'a digest arrives once, with the numbers of the lists that its links open',
  { timeout: 60_000 },
  async () => {
    const client = await server.signedIn(administrator)
    await sql(
      `insert into public.leads (name, company, email, phone)
     select 'Asha', 'Nova ' || number, 'asha' || number || '@nova.example', '1' from generate_series(1, 8) as number`,
    )
    await sql(
      `update public.lead_handling set assigned_to = users.id, due_on = case when lead.company <= 'Nova 3' then date '2026-01-01' end
     from auth.users, public.leads as lead where users.email = $1 and lead.id = lead_id and lead.company <> 'Nova 8'`,
      [administrator.email],
    )
    expect((await client.rpc('save_digest', { hour: 0, days: 7 })).error).toBeNull()
    await sql('update public.profiles set digest_on = null where is_admin')
    await expect.poll(async () => (await digests()).length).toBe(1)

    const [text = ''] = await digests()
    const lists = [...text.matchAll(/^(\d+) [^\n]*:\n(\S+\/admin\/leads\?\S+)$/gm)]
    expect(lists.map(([, number]) => number)).toEqual(['3', '7', '1'])
    for (const [, number, link = ''] of lists) {
      const { due, ...filters } = Object.fromEntries(new URL(link).searchParams)
      const asked = { ...filters, ...(due === 'overdue' && { due_to: '2026-01-02' }) }
      const { data } = await client.rpc('count_leads', { filters: asked })
      expect(String(data), link).toBe(number)
    }
    // The queue was polled some times meanwhile, and once more for sure after this e-mail.
    await sql(`insert into public.outbox (kind, recipient) values ('test', $1)`, [administrator.email])
    await expect
      .poll(
        async () => (await sql(`select from public.outbox where kind = 'test' and state = 'sent'`)).length,
      )
      .toBe(1)
    expect(await digests()).toHaveLength(1)
  },
)
