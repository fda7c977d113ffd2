import { createOwnedDatabase } from '@giftwell/tooling/database/start-postgres.ts'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { readOrMakeSecrets } from './data-folder/secrets.ts'
import { dataFolderAt } from './data-folder/data-folder.ts'
import { testedPostgres } from './testing/tested-databases.ts'
import { pngPicture } from './testing/picture.ts'
import { administrator, startTestServer } from './testing/test-server.ts'

const { url: superuser, skipReason } = await testedPostgres()

async function run(url: string, script: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(script)
  } finally {
    await client.end()
  }
}

const start = async (url: URL) => startTestServer({ DATABASE_URL: url.href })

// In this order: the server's roles are missing at first.
describe.skipIf(skipReason)('an owner of a database without further rights', { meta: { skipReason } }, () => {
  it('an owner without the roles of the API is refused, naming each of them', async () => {
    const url = await createOwnedDatabase(superuser, 'without', { hasRoles: false })
    await expect(start(url)).rejects.toThrow(
      /^The user of DATABASE_URL may not prepare the database: role anon: permission denied to create role; role authenticated: .+; role service_role: .+\. The server's administrator grants what is missing with docs\/roles\.sql\.$/,
    )
  })

  it('an owner who may create roles needs no more', async () => {
    const url = await createOwnedDatabase(superuser, 'creator', { hasRoles: false })
    await run(superuser, 'alter role creator createrole')
    const server = await start(url)
    expect((await server.client().from('themes').select()).data).toEqual([])
    await server.close()
  })

  it('an owner who is no member of the roles is refused, naming them', async () => {
    const url = await createOwnedDatabase(superuser, 'outsider', { hasRoles: false })
    await expect(start(url)).rejects.toThrow('role anon: must have admin option on role "anon"')
  })

  it('a schema private of others is refused in words', async () => {
    const url = await createOwnedDatabase(superuser, 'others')
    await run(url.href, 'create schema private; create table private.notes (text text)')
    await expect(start(url)).rejects.toThrow(
      'The database of DATABASE_URL cannot be prepared: The schema "private" is in use, and Giftwell needs it: rename it.',
    )
  })

  it('an empty schema private of the owner is used', async () => {
    const url = await createOwnedDatabase(superuser, 'empty_private')
    await run(url.href, 'create schema private')
    const server = await start(url)
    expect((await server.client().from('themes').select()).data).toEqual([])
    await server.close()
  })

  it('after docs/roles.sql the site works, without BYPASSRLS too', async () => {
    const url = await createOwnedDatabase(superuser, 'owner')
    await run(superuser, 'alter role service_role nobypassrls')
    const server = await start(url)
    try {
      const admin = await server.signedIn(administrator)
      const saved = await admin.rpc('save_product', {
        product: { name: 'Brass lamp', is_sample: true },
        industry_tag_ids: [],
        theme_ids: [],
        doctor_type_tag_ids: [],
      })
      expect(saved.error).toBeNull()
      const bucket = admin.storage.from('product-images')
      expect((await bucket.upload('0.5.png', pngPicture())).error).toBeNull()
      const lead = { name: 'Asha', company: 'Acme', email: 'asha@acme.test', phone: '1' }
      expect((await server.client().from('leads').insert(lead)).error).toBeNull()

      const person = { email: 'person@giftwell.test', password: 'open sesame' }
      await server.client().auth.signUp(person)
      await server.press((await server.mails()).at(-1))
      const customer = await server.signedIn(person)
      expect((await customer.from('products').select('name')).data).toEqual([{ name: 'Brass lamp' }])
      expect((await customer.from('leads').select()).data).toEqual([])

      const { secretKey } = await readOrMakeSecrets(dataFolderAt(server.dataFolder).secrets)
      const all = await fetch(`${server.url}/rest/v1/leads?select=name`, { headers: { apikey: secretKey } })
      expect(await all.json()).toEqual([{ name: 'Asha' }])
    } finally {
      await server.close()
    }
  })
})
