import { copyFile, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { differencesFromSchemas } from '@giftwell/tooling/database/schema-files.ts'
import { createOwnedDatabase } from '@giftwell/tooling/database/start-postgres.ts'
import { wholeChoice } from '@giftwell/shared/quotations/choices.ts'
import { pdfText } from '@giftwell/back-office/testing/pdf-text.ts'
import type { SentVersion } from '@giftwell/shared/quotations/quotation.ts'
import { quotationSheet } from '@giftwell/shared/quotations/quotation-sheet.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Manifest, unpackBackup } from './backup/archive.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { knownMigrations } from './database/migrations.ts'
import { readSettings } from './settings.ts'
import { startChild } from './testing/child-process.ts'
import { customer, inquiryToken, pictureName, releasedBackup } from './testing/released-site.ts'
import { administrator, startTestServer, type TestServer } from './testing/test-server.ts'
import { testedDatabases } from './testing/tested-databases.ts'
import { sharedFolder } from './testing/shared-folder.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

// An operator's update: the site of every release is upgraded to this version, and to a later one.

const migrations = join(import.meta.dirname, '../../../supabase/migrations')
const files = await readdir(dirname(releasedBackup('')))
const releases = files.filter((file) => file.endsWith('.backup')).map((file) => basename(file, '.backup'))

/** A migration of a later version: a table, and a column in each that there is. */
const later = `
  select set_config('lock_timeout', '5s', true);
  do $$
  declare
    place text;
  begin
    for place in
      select format('%I.%I', schemaname, tablename) from pg_catalog.pg_tables where schemaname in ('public', 'private')
    loop
      execute 'alter table ' || place || ' add column later_note text not null default ''later''';
    end loop;
  end
  $$;
  create table public.later_things (id uuid primary key default gen_random_uuid(), name text not null);
  select private.enable_row_security('public.later_things');
  create policy "everyone reads" on public.later_things for select to anon, authenticated using (true);
  grant select on public.later_things to anon, authenticated;
  insert into public.later_things (name) select name from public.products;
`

/** What an administrator does with 1.0.0: colours with their pictures, and a deletion, an edit and an import that can be undone. */
const changes = `
  select set_config('request.jwt.claims', json_build_object('sub', id, 'role', 'authenticated', 'aal', 'aal1')::text, true),
    set_config('request.jwt.claim.sub', id::text, true) from public.profiles where is_admin;
  create temporary table made as
  select saved.* from unnest(array['Deleted', 'Edited', 'Imported']) as product cross join lateral public.save_product(jsonb_build_object(
    'name', product, 'image_url', 'https://example.test/1.png',
    'pictures', '[{"url": "https://example.test/red.png"}, {"url": "https://example.test/green.png"}]'::jsonb,
    'colours', '[{"name": "Red", "picture_position": 2}, {"name": "Green", "picture_position": 3}]'::jsonb,
    'terms', jsonb_build_object('supplier', 'Demo supplier', 'supplier_code', product)
  ), '{}', array(select id from public.themes), '{}') as saved;
  delete from public.products where name = 'Deleted';
  select public.bulk_edit_products(jsonb_build_object(
    'remove', jsonb_build_object('theme', array(select id from public.themes)), 'set', '{"care": "Wipe", "supplier": "Other"}'::jsonb
  ), array(select id from made where name = 'Edited'));
  insert into public.products (name, code) values ('Without terms', 'DB-9');
  select public.store_import('00000000-0000-4000-8000-000000000009', 'list.csv', '{"update": true}', 2, '[{"number": 2}, {"number": 3}]');
  select public.import_products('[{"number": 3, "code": "DB-9", "name": "With terms", "note": "Ask"}, {
    "number": 2, "supplier": "Demo supplier", "supplier_code": "Imported", "care": "Wash", "note": "Ask", "themes": [],
    "image_url": "https://example.test/green.png", "pictures": [{"url": "https://example.test/1.png"}], "colours": [{"name": "Green"}]
  }]', '{}', '00000000-0000-4000-8000-000000000009');
`

describe.each(await testedDatabases(true))('on %s', (name, url) => {
  /** The settings of a new data folder, with an empty database on a server. */
  async function emptyPlace(dataFolder: string, database: string) {
    const DATABASE_URL = url === '' ? '' : (await createOwnedDatabase(url, database)).href
    return { DATA_DIR: dataFolder, DATABASE_URL, CONFIRM_EMAIL: '0' }
  }

  describe.each(releases)('a site of %s', { timeout: 300_000 }, (release) => {
    const file = releasedBackup(release)
    const label = release.replaceAll('.', '_')
    const temporary = sharedFolder()
    let manifest: Manifest
    const at = (path: string): string => join(temporary.path, path)
    beforeAll(async () => {
      manifest = await contentsOf(file, at('unpacked'))
      await mkdir(at('released'))
      for (const migration of await knownMigrations(migrations))
        if (manifest.migrations.includes(migration.version))
          await copyFile(join(migrations, migration.file), join(at('released'), migration.file))
      if (url === '') await restoreReleased({ DATA_DIR: at('original') })
    })

    const restoreReleased = (place: Record<string, string>) =>
      restoreBackup(readSettings(place), file, { force: false, migrationsFolder: at('released') })

    /** The settings of a site as the release has left it. */
    async function releasedPlace(purpose: string) {
      const place = await emptyPlace(at(purpose), `${purpose}_${label}`)
      if (url === '') await cp(at('original'), at(purpose), { recursive: true })
      else await restoreReleased(place)
      return place
    }

    it('is upgraded by the start of a later version, whole, and not opened by the release any more', async () => {
      await cp(migrations, at('later'), { recursive: true })
      await writeFile(at('later/29990101000000_later.sql'), later)
      const place = await releasedPlace('upgraded')

      const server = await startTestServer(place, { migrationsFolder: at('later') })
      try {
        expect(server.logged).toContainEqual(expect.stringMatching(/^applied \d+ migrations?$/))
        await expectWhole(server, manifest)
        const { data } = await server.client().from('later_things').select('name').order('name')
        expect(data).toEqual([{ name: 'Demo bottle' }, { name: 'Demo lamp' }])
        const admin = await server.signedIn(administrator)
        const noted = await admin.from('products').select('name').eq('later_note', 'later').order('name')
        expect(noted.data).toEqual([{ name: 'Demo bottle' }, { name: 'Demo lamp' }])
      } finally {
        await server.close()
      }
      await expect(startTestServer(place, { migrationsFolder: at('released') })).rejects.toThrow(
        'The database was used by a newer version of Giftwell (it has the migration 29990101000000); start that version',
      )
    })

    // The migrations and what is frozen and hashed are the same on both.
    describe('that was used', { tags: url === '' ? [] : 'full' }, () => {
      let server: TestServer
      let links: Awaited<ReturnType<typeof sendQuotations>>
      beforeAll(async () => {
        const place = await releasedPlace('used')
        const released = await startTestServer(place, { migrationsFolder: at('released') })
        links = await sendQuotations(released)
        await released.database?.transaction((session) => session.run(changes))
        await released.close()
        server = await startTestServer(place)
      }, 300_000)
      afterAll(async () => server.close())

      it('has quotations that were sent, replaced and accepted, which open and are decided', async () => {
        await expectQuotations(server, links)
        expect(links.ids, 'accepted, sent, and replaced').toHaveLength(3)
      })

      it('has its colours with their pictures, and undoes its changes', async () => {
        const admin = await server.signedIn(administrator)
        const shown = async () => {
          const facts =
            'product_terms(supplier, note), product_colours(name, picture), product_pictures(position, url)'
          const { data } = await admin
            .from('products')
            .select(`name, image_url, care, themes(name), ${facts}`)
            .in('name', ['Deleted', 'Edited', 'Imported'])
            .order('name')
            .order('position', { referencedTable: 'product_colours' })
            .order('position', { referencedTable: 'product_pictures' })
            .throwOnError()
          return data
        }
        const [first, red, green] = ['1', 'red', 'green'].map((of) => `https://example.test/${of}.png`)
        const before = (product: string) => ({
          name: product,
          image_url: first,
          care: null,
          themes: [{ name: 'Demo Diwali' }],
          product_terms: { supplier: 'Demo supplier', note: null },
          product_colours: [
            { name: 'Red', picture: red },
            { name: 'Green', picture: green },
          ],
          product_pictures: [
            { position: 2, url: red },
            { position: 3, url: green },
          ],
        })
        expect(await shown()).toEqual([
          {
            ...before('Edited'),
            care: 'Wipe',
            themes: [],
            product_terms: { supplier: 'Other', note: null },
          },
          {
            ...before('Imported'),
            image_url: green,
            care: 'Wash',
            themes: [],
            product_terms: { supplier: 'Demo supplier', note: 'Ask' },
            product_colours: [{ name: 'Green', picture: green }],
            product_pictures: [{ position: 2, url: first }],
          },
        ])
        for (const name of ['Deleted', 'Bulk edit', 'Import of list.csv']) {
          const { data } = await admin.from('deleted_records').select('id').eq('name', name).throwOnError()
          const undone = await admin.rpc('restore_record', { record_id: String(data[0]?.id) }).throwOnError()
          expect(undone.data, name).toMatchObject({ left_out: 0 })
        }
        expect(await shown()).toEqual(['Deleted', 'Edited', 'Imported'].map(before))
        const without = await admin.from('products').select('product_terms(note)').eq('name', 'Without terms')
        expect(without.data).toEqual([{ product_terms: null }])
      })
    })

    // The start of a later version restores it on both, too.
    it('is restored from its backup by this version, whole', { tags: url === '' ? [] : 'full' }, async () => {
      const place = await emptyPlace(at('restored'), `restored_${label}`)
      const restoring = startChild('restore-command.ts', [file], place)
      expect([await restoring.ended, ...restoring.err], name).toEqual([0])
      const server = await startTestServer(place)
      try {
        await expectWhole(server, manifest)
        // A server of one's own may lack rights and extensions that the embedded database has.
        const database = url === '' ? server.database : null
        const differences = database === null ? [] : await differencesFromSchemas(database, false)
        expect(differences, 'the database is the one that supabase/schemas makes').toEqual([])
      } finally {
        await server.close()
      }
    })
  })
})

it('the backups of releases have exactly the migrations of supabase/released.json', async ({ skip }) => {
  const path = join(migrations, '../released.json')
  // Written by release.ts.
  const released = JSON.parse(await readFile(path, 'utf8')) as Record<string, string>
  skip(Object.keys(released).length === 0, 'nothing is released')
  await using temporary = await temporaryFolder()
  const found: Record<string, string> = {}
  for (const release of releases)
    Object.assign(
      found,
      (await contentsOf(releasedBackup(release), join(temporary.path, release))).migrationSums,
    )
  const byVersion = Object.entries(released).map(([migration, sum]) => [migration.slice(0, 14), sum])
  expect(found, 'as release.ts makes them').toEqual(Object.fromEntries(byVersion))
})

const squeezed = (text: string) => text.replaceAll(/\s+/g, '')

const callAs = async (client: ReturnType<TestServer['client']>, name: string, args = {}) =>
  (await client.rpc(name, args).throwOnError()).data

/** Has the release send copies of the quotation that is accepted: one as it is, and one with a revision. The tokens of their links. */
async function sendQuotations(server: TestServer) {
  const admin = await server.signedIn(administrator)
  const quotations: { id: string; state: string }[] = await callAs(admin, 'find_quotations')
  const accepted = quotations.find(({ state }) => state === 'accepted')?.id
  const send = async (quotation: string): Promise<string> => {
    const { versions } = await callAs(admin, 'quotation_details', { quotation })
    const given = { quotation, saves: versions[0].saves, mails: false, rates_checked: true }
    return (await callAs(admin, 'send_quotation', given)).token
  }
  const [sent, revised] = [
    await callAs(admin, 'duplicate_quotation', { quotation: accepted }),
    await callAs(admin, 'duplicate_quotation', { quotation: accepted }),
  ]
  const links = { sent: await send(sent), replaced: await send(revised) }
  await callAs(admin, 'revise_quotation', { quotation: revised })
  return { ...links, revision: await send(revised), ids: [accepted, sent, revised] }
}

/** The release's sent quotation opens, renders from its frozen data, has its hash, and can be accepted. */
async function expectQuotations(server: TestServer, links: Awaited<ReturnType<typeof sendQuotations>>) {
  const hashes = await server.database?.query(
    `select count(*)::int as versions, count(*) filter (where sha256 = encode(sha256(convert_to(jsonb_build_object(
      'number', number, 'revision', revision, 'content', content, 'frozen', frozen
    )::text, 'UTF8')), 'hex'))::int as whole
    from public.quotation_versions join public.quotations on quotations.id = quotation_id where sent_at is not null`,
  )
  expect(hashes?.rows).toEqual([{ versions: 4, whole: 4 }])
  const admin = await server.signedIn(administrator)
  for (const quotation of links.ids) {
    const { quotation: about, versions } = await callAs(admin, 'quotation_details', { quotation })
    for (const version of versions) {
      const sent: SentVersion = { ...version, number: about.number }
      const sheet = quotationSheet(sent)
      expect(sheet.figures.total, 'page and PDF show what was frozen').toBe(version.total_paise)
      expect(sheet.lines.length).toBeGreaterThan(0)
      const pdf = squeezed(await pdfText(sent))
      const { title, seller, buyer, facts, sums, total, words, sentences, accepted, closing } = sheet
      const texts = [
        title,
        buyer.label,
        ...[seller, buyer].flatMap(({ name, lines }) => [name, ...lines]),
        ...facts.flatMap(({ label, text }) => [label, text]),
        ...sheet.lines.flatMap(({ name, offer }) => [name, offer.quantity, offer.price, offer.amount]),
        ...[...sums, total].map(({ label, text }) => label + text),
        words,
        ...sentences,
        accepted ?? '',
        closing,
      ]
      expect(
        texts.filter((text) => !pdf.includes(squeezed(text))),
        'which the PDF lacks',
      ).toEqual([])
    }
  }
  const anyone = server.client()
  const open = async (token: string) => callAs(anyone, 'open_quotation', { token })
  expect(await open(links.replaced)).toMatchObject({ state: 'replaced' })
  expect(await open(links.revision)).toMatchObject({ state: 'sent', before: { revision: 1 } })
  const opened = await open(links.sent)
  expect(opened).toMatchObject({ state: 'sent', before: null, details: null, purchase_orders: [] })
  const total = opened.figures.total
  const accepted = {
    choice: wholeChoice(opened),
    total_paise: total,
    name: 'Demo Buyer',
    designation: 'Buyer',
  }
  await callAs(anyone, 'accept_quotation', { token: links.sent, ...accepted })
  expect(await open(links.sent)).toMatchObject({ state: 'accepted', accepted: { figures: { total } } })
}

async function contentsOf(file: string, folder: string): Promise<Manifest> {
  await mkdir(folder)
  return unpackBackup(file, folder)
}

/** Everything that fillReleasedSite stored is there, shown to whom it was shown, and goes on. */
async function expectWhole(server: TestServer, manifest: Manifest): Promise<void> {
  // Migrations add to the lines of equal words and to the notices that no one has changed.
  const tables = manifest.tables.filter(({ table }) => !['equal_words', 'privacy_notices'].includes(table))
  const counts: Record<string, number> = {}
  const added: Readonly<Record<string, string>> = {
    // The server that runs notes whether it delivers e-mails and makes backups, and the update that samples are new.
    settings: `name in ('mail_is_files', 'backups', 'samples_are_new')`,
    // The update switches samples off.
    record_history: `after @> '{"offers_samples": false}'`,
  }
  for (const { schema, table } of tables) {
    const { rows } = (await server.database?.query(
      `select count(*)::int from "${schema}"."${table}" where (${added[table] ?? 'false'}) is not true`,
    )) ?? { rows: [] }
    counts[`${schema}.${table}`] = Number(rows[0]?.['count'])
  }
  expect(counts).toEqual(
    Object.fromEntries(tables.map(({ schema, table, rows }) => [`${schema}.${table}`, rows])),
  )

  const admin = await server.signedIn(administrator)
  const buyer = await server.signedIn(customer)
  const call = async (client: typeof admin, name: string, args = {}) => {
    const { data } = await client.rpc(name, args).throwOnError()
    return data
  }
  const read = async (client: typeof admin, table: string, columns: string) => {
    const { data } = await client.from(table).select(columns).throwOnError()
    return data
  }

  expect(await call(server.client(), 'site_details')).toMatchObject({
    name: 'Demo Gifts',
    colour_primary: '#22557a',
    // Its owner has not decided on them.
    offers_samples: false,
  })
  expect(await call(admin, 'first_steps')).toMatchObject({ samples: false })
  expect((await call(server.client(), 'privacy_notices_of', { form: 'inquiry' }))[0]).toMatchObject({
    version: 2,
    text: 'Demo notice of Demo Gifts.',
  })
  const products = await admin
    .from('products')
    .select('name, code, material, themes(name), industry_tags(name), product_terms(hsn, cost_paise)')
    .order('name')
    .throwOnError()
  expect(products.data).toMatchObject([
    {
      name: 'Demo bottle',
      code: 'DB-1',
      material: 'Steel',
      themes: [{ name: 'Demo Diwali' }],
      industry_tags: [{ name: 'Demo industry' }],
      product_terms: { hsn: '7418', cost_paise: 9000 },
    },
    { name: 'Demo lamp', code: null },
  ])
  expect(
    await read(admin, 'contacts', 'email, name, companies(name, domains), leads(company), quotations(state)'),
  ).toEqual([
    {
      email: customer.email,
      name: 'Demo Buyer',
      companies: { name: 'Example Industries', domains: ['example.test'] },
      leads: [{ company: 'Example Industries' }],
      quotations: expect.arrayContaining([{ state: 'accepted' }, { state: 'draft' }]),
    },
  ])
  const { data: mails } = await admin.from('outbox').select('recipient, contacts(email)').throwOnError()
  const toBuyer = mails.filter(({ recipient }) => recipient === customer.email)
  expect(toBuyer.length).toBeGreaterThan(0)
  expect(toBuyer.map(({ contacts }) => contacts)).toEqual(toBuyer.map(() => ({ email: customer.email })))
  const found = await call(admin, 'find_products', { words: 'drinkware bot' })
  expect(found, 'the search index is there').toMatchObject([{ name: 'Demo bottle' }])
  const url = buyer.storage.from('product-images').getPublicUrl(pictureName).data.publicUrl
  expect((await fetch(url)).status).toBe(200)
  expect(await read(admin, 'deleted_records', 'entity, name')).toEqual([
    { entity: 'products', name: 'Demo draft' },
  ])
  expect(await read(buyer, 'favourites', 'products(name)')).toEqual([{ products: { name: 'Demo bottle' } }])
  const history = await read(admin, 'record_history', 'kind, after')
  expect(history).toContainEqual({ kind: 'changed', after: expect.objectContaining({ material: 'Steel' }) })

  expect(await call(admin, 'find_leads', { words: 'example industries' })).toMatchObject([
    { email: customer.email },
  ])
  expect(await call(admin, 'find_quotations')).toHaveLength(2)
  const [inquiry] = await call(buyer, 'my_inquiries')
  expect(inquiry).toMatchObject({ state: 'ordered' })
  expect(await call(server.client(), 'open_inquiry', { token: inquiryToken })).toMatchObject({
    reference: inquiry.reference,
    lines: [
      { name: 'Demo bottle', quantity: 500, note: 'With a logo', colours: [{ name: 'Red', quantity: 500 }] },
      { name: 'Demo lamp', quantity: 20 },
    ],
  })
  const [quotation] = await call(buyer, 'my_quotations')
  expect(quotation).toMatchObject({ state: 'accepted', total_paise: 6_726_000, reference: inquiry.reference })
  const token = await call(buyer, 'open_my_quotation', { number: quotation.number })
  expect(await call(server.client(), 'open_quotation', { token })).toMatchObject({
    number: quotation.number,
    state: 'accepted',
    figures: { total: 6_726_000 },
    accepted: { name: 'Demo Buyer' },
  })
  expect(await read(admin, 'privacy_requests', 'kind, email')).toContainEqual({
    kind: 'copy',
    email: customer.email,
  })
  const erased = await read(admin, 'leads', 'name, erased_at')
  expect(erased).toContainEqual({ name: 'erased', erased_at: expect.any(String) })

  // It goes on: numbers continue, and what triggers do is done.
  const { data: lead } = await admin
    .from('leads')
    .select('id')
    .eq('email', customer.email)
    .single()
    .throwOnError()
  await call(admin, 'handle_lead', { lead: lead.id, kind: 'note', value: 'After the upgrade' })
  const next = { ...customer, name: 'Demo Buyer', company: 'Example Industries', phone: '+91 00000 00000' }
  const { password: _, ...sender } = next
  expect(await call(server.client(), 'send_inquiry', { ...sender, items: [{ name: 'Demo lamp' }] })).toMatch(
    /^GW-/,
  )
  await admin.from('products').update({ material: 'Brass' }).eq('code', 'DB-1').throwOnError()
}
