import { openPostgres } from '@giftwell/backend/database/open-postgres.ts'
import { testedPostgres } from '@giftwell/backend/testing/tested-databases.ts'
import postgres from 'postgres'
import { beforeAll, expect, test, vi } from 'vitest'
import { inDatabase } from './start-postgres.ts'
import { prepareDatabase } from './embedded-database.ts'

// What only several connections can show of private.product_search, of deleted records, and of erasures; the rest is in supabase/tests.

vi.setConfig({ testTimeout: 60_000 })

const writers = 6
const writings = 40

const anyOf = (table: string) => `(select id from public.${table} order by random() limit 1)`
const replaceAny = (table: string) => `
  with gone as (delete from public.${table} where id = ${anyOf(table)} returning id)
  insert into public.${table} (name) select gen_random_uuid()::text from gone`
const linkSome = (table: string, tags: string) => `
  insert into public.${table} select product.id, tag.id from public.products as product, public.${tags} as tag
  where random() < 0.1 on conflict do nothing`

const anyName =
  "(array['Copper', 'copper bottle', 'Bamboo bottle', 'Pen', 'Open box'])[1 + floor(random() * 5)] || ' ' || floor(random() * 9)"

/** A statement for each way to write. */
const statements: readonly string[] = [
  `insert into public.products (name, budget, is_sample, category_id)
   select ${anyName}, 'Rs.10-100', random() < 0.7, ${anyOf('categories')} from generate_series(1, 9)`,
  linkSome('product_themes', 'themes'),
  linkSome('product_industry_tags', 'industry_tags'),
  'update public.products set is_sample = not is_sample, budget = null where random() < 0.2',
  `update public.products set name = ${anyName} where random() < 0.3`,
  'delete from public.product_themes where random() < 0.2',
  'delete from public.products where random() < 0.05',
  replaceAny('themes'),
  replaceAny('categories'),
  `select public.save_product(
     jsonb_build_object('name', 'Saved', 'is_sample', true), array(select id from public.industry_tags order by id limit 2),
     array(select id from public.themes order by id limit 1), null, ${anyOf('products')}
   )`,
  `insert into public.leads (name, company, email, phone) select 'A', 'B', 'a@b.example', '1' from generate_series(1, 3)`,
  'delete from public.leads where random() < 0.3',
]

/** Products whose row does not match them and their links. */
const differences = `
  select id
  from public.products as product left join private.product_search as entry on product_id = id
  where (entry.name, entry.is_sample, entry.created_at) is distinct from (product.name, product.is_sample, product.created_at)
    or array(
      select unnest(facet_ids) as facet_id
      except select md5(lacking)::uuid
      from unnest(array['category', 'subcategory', 'budget', 'industry', 'theme', 'doctor_type', 'image', 'video']) as lacking
      order by 1
    ) <> array(
      select facet_id from unnest(array[category_id, subcategory_id, md5(budget)::uuid]) as facet_id where facet_id is not null
      union all select industry_tag_id from public.product_industry_tags where product_id = id
      union all select theme_id from public.product_themes where product_id = id
      order by 1
    )`

const { url, skipReason } = await testedPostgres()
const prepared = 'prepared'

beforeAll(async () => {
  if (skipReason !== '') return
  await onServer(url, async (sql) => void (await sql.unsafe(`create database ${prepared}`)))
  await using database = await openPostgres(inDatabase(url, prepared))
  await prepareDatabase(database)
})

async function onServer(address: string, work: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  const sql = postgres(address, { max: writers, onnotice: () => {} })
  try {
    await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

const administratorId = (number: number) => `00000000-0000-4000-8000-00000000000${number}`

let databases = 0

/** Each test has a migrated database of its own. */
const it = test.extend<{ sql: postgres.Sql }>({
  async sql({ skip }, use) {
    if (skipReason !== '') skip(skipReason)
    const name = `test_${(databases += 1)}`
    await onServer(
      url,
      async (sql) => void (await sql.unsafe(`create database ${name} template ${prepared}`)),
    )
    await onServer(inDatabase(url, name), async (sql) => {
      for (const table of ['categories', 'industry_tags', 'themes']) {
        await sql.unsafe(
          `insert into public.${table} (name) select gen_random_uuid()::text from generate_series(1, 5)`,
        )
      }
      await use(sql)
    })
  },
})

it(
  'product_search matches products and links after many concurrent writes',
  { timeout: 120_000 },
  async ({ sql }) => {
    const rejections = await Promise.all(
      Array.from({ length: writers }, async (_, writer) => write(sql, writer)),
    )

    expect(rejections.flat()).toEqual([])
    expect([...(await sql.unsafe(differences))]).toEqual([])
    const [counted] = await sql`select count(*)::int as products from public.products`
    expect(counted?.['products']).toBeGreaterThan(0)
  },
)

it('writers of different products do not wait for each other', async ({ sql }) => {
  await sql`insert into public.products (name) values ('One'), ('Other')`
  const save = (name: string) => `
    select public.save_product(
      jsonb_build_object('name', '${name}', 'is_sample', true, 'category_id', (select min(id::text) from public.categories)),
      array(select id from public.industry_tags), array(select id from public.themes), null,
      (select id from public.products where name = '${name}')
    )`

  await sql.begin(async (transaction) => {
    await transaction.unsafe(save('One'))
    // Another connection, while the first one holds its locks.
    await sql.begin(async (other) => {
      await other.unsafe(`set local lock_timeout = '2s'`)
      await other.unsafe(save('Other'))
      await other.unsafe(`insert into public.products (name, is_sample) values ('New', true)`)
      await other.unsafe(`delete from public.products where name = 'New'`)
    })
  })

  expect([...(await sql.unsafe(differences))]).toEqual([])
})

it('staff who handle different leads do not wait for each other', async ({ sql }) => {
  const asAdministrator = await signIn(sql)
  await sql`insert into public.leads (name, company, email, phone) values ('One', 'A', 'a@b.example', '1'), ('Other', 'A', 'a@b.example', '1')`
  const handle = async (transaction: postgres.TransactionSql, name: string) => {
    await actAsAdministrator(transaction)
    await transaction.unsafe(
      `set local lock_timeout = '500ms'; select public.handle_lead(id, 'note', 'Called') from public.leads where name = '${name}'`,
    )
  }
  const latestEvent = async () => {
    const [pulse] = await asAdministrator('select latest_event from public.lead_pulse()')
    return Number(pulse?.['latest_event'])
  }

  const before = await latestEvent()
  let between = before
  await sql.begin(async (transaction) => {
    await handle(transaction, 'One')
    // Other connections, while the first one holds its lock.
    await sql.begin(async (other) => handle(other, 'Other'))
    await expect(sql.begin(async (other) => handle(other, 'One'))).rejects.toMatchObject({ code: '55P03' })
    between = await latestEvent()
  })
  // The event that was numbered first becomes visible last, and moves the pulse all the same.
  expect([between > before, (await latestEvent()) > between]).toEqual([true, true])
})

it('several servers queue a person’s digest once', async ({ sql }) => {
  await signIn(sql)
  await sql`insert into public.leads (name, company, email, phone) values ('One', 'A', 'a@b.example', '1')`
  await sql`delete from public.outbox`
  await sql`update public.profiles set digest_on = null`
  const queue = async (connection: postgres.Sql | postgres.TransactionSql) =>
    connection`select private.queue_digests('2027-03-01 12:00+05:30')`
  await sql.begin(async (transaction) => {
    await queue(transaction)
    // Another server waits for none, and finds the person taken.
    await queue(sql)
  })
  await queue(sql)
  expect([...(await sql`select kind, state from public.outbox`)]).toEqual([
    { kind: 'digest', state: 'queued' },
  ])
})

it('an event that waits is sent after a change that is being saved', async ({ sql }) => {
  await sql`insert into private.webhooks (address, events, secret) values ('https://crm.example/', '{product.changed}', 's')`
  await sql`insert into public.products (name) values ('Before')`
  const claimed = async () =>
    (await sql`select private.claim_webhooks() #>> '{0,data,name}' as name`)[0]?.['name']
  await sql.begin(async (transaction) => {
    await transaction`update public.products set name = 'After' where name = 'Before'`
    expect(await claimed()).toBeNull()
  })
  expect(await claimed()).toBe('After')
})

it('two servers take different events of one receiver', async ({ sql }) => {
  await sql`insert into private.webhooks (address, events, secret) values ('https://crm.example/', '{product.changed}', 's')`
  await sql`insert into public.products (name) select 'Gift ' || n from generate_series(1, 5) as n`
  const claimed = async (connection: postgres.Sql | postgres.TransactionSql) =>
    (
      await connection`select event ->> 'id' as id from jsonb_array_elements(private.claim_webhooks()) as event`
    ).map(({ id }) => String(id))
  const [first, second] = await sql.begin(async (transaction) => [
    await claimed(transaction),
    // It neither waits nor takes the other's rows.
    await claimed(sql),
  ])
  expect([first?.length, second?.length]).toEqual([3, 2])
  expect(new Set([...(first ?? []), ...(second ?? [])]).size).toBe(5)
  expect(await claimed(sql)).toEqual([])
})

/** Stores a quotation that was sent, and gives the token of its buyer's link. */
async function sendQuotation(sql: postgres.Sql): Promise<string> {
  const token = 'q7'.repeat(20)
  const content = {
    buyer: { name: 'Asha', company: 'Nova', email: 'asha@nova.example', phone: '1' },
    lines: [{ id: crypto.randomUUID(), name: 'Mug', quantities: [{ quantity: 100, price_paise: 10_000 }] }],
  }
  const frozen = { seller: { state: '27' }, choice: {}, figures: { total: 1_000_000 } }
  await sql`
    with quotation as (
      insert into public.quotations (number, state, owner_email)
      values ('GW2627/0001', 'sent', 'sales@example.com') returning id
    ), version as (
      insert into public.quotation_versions (quotation_id, revision, content, valid_until, sent_at, frozen, sha256)
      select id, 1, ${sql.json(content)}, '2999-12-31', now(), ${sql.json(frozen)}, repeat('0', 64)
      from quotation returning id, quotation_id
    )
    insert into public.quotation_links (quotation_id, version_id, purpose, hash)
    select quotation_id, id, 'buyer', private.link_hash(${token}) from version`
  return token
}

it('who decides while another decision is stored waits for it, and reads who', async ({ sql }) => {
  const token = await sendQuotation(sql)
  const accept = (buyer: string) =>
    `select public.accept_quotation('${token}', '{}', 1000000, '${buyer}', 'Buyer')`
  let second: Promise<unknown> = Promise.resolve()
  await sql.begin(async (first) => {
    await first.unsafe(accept('First'))
    second = sql.unsafe(accept('Second')).then(
      () => 'accepted, too',
      (error: unknown) => String(error),
    )
    const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    // By another connection: a transaction sees the same activity until its end.
    await vi.waitFor(async () => expect(await sql.unsafe(waiting)).toHaveLength(1), 20_000)
  })
  expect(await second).toMatch(/Already accepted by First$/)
})

it('of buyers who decide on a quotation at once one does, and the others read who', async ({ sql }) => {
  const token = await sendQuotation(sql)
  const decided = await Promise.allSettled(
    Array.from({ length: writers }, async (_, buyer) =>
      sql.unsafe(
        buyer % 2 === 0
          ? `select public.accept_quotation('${token}', '{}', 1000000, 'Buyer ${buyer}', 'Buyer')`
          : `select public.decline_quotation('${token}', 'price')`,
      ),
    ),
  )

  const refusals = decided.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
  expect(refusals).toHaveLength(writers - 1)
  expect(refusals.filter((text) => !/Already (?:accepted by Buyer \d|declined by Asha)$/.test(text))).toEqual(
    [],
  )
  const [events] = await sql`
    select count(*)::int as decisions from public.quotation_events where kind in ('accepted', 'declined')`
  expect(events?.['decisions']).toBe(1)
})

/** What drafts that can be sent need, and how one is made. */
async function prepareQuotations(sql: postgres.Sql) {
  const asAdministrator = await signIn(sql)
  await sql`insert into public.seller_profile (state) values ('27')`
  await sql`insert into public.leads (name, company, email, phone) values ('One', 'A', 'a@meridian.example', '1')`
  const content = `jsonb_build_object('buyer', '{"email": "a@meridian.example", "delivery_state": "27"}'::jsonb, 'lines', jsonb_build_array(jsonb_build_object(
    'id', gen_random_uuid(), 'name', 'Mug', 'is_charge', true, 'quantities', '[{"quantity": 1, "price_paise": 100}]'::jsonb
  )))`
  const draft = async (): Promise<string> => {
    const [made] = await asAdministrator('select public.draft_quotation(id) as id from public.leads limit 1')
    await asAdministrator(`select public.save_quotation('${made?.['id']}', ${content}, '2999-12-31', 0)`)
    return String(made?.['id'])
  }
  return { asAdministrator, draft }
}

it('of staff who send the same quotations at once, each sends all, with one number and one e-mail a quotation', async ({
  sql,
}) => {
  const { asAdministrator, draft } = await prepareQuotations(sql)
  const drafts = [await draft(), await draft(), await draft()]

  const sent = await Promise.all(
    [...drafts, ...drafts].map(async (id) => {
      const [answer] = await asAdministrator(`select public.send_quotation('${id}', 1) as sent`)
      return String(answer?.['sent'].number)
    }),
  )
  expect(sent.slice(3)).toEqual(sent.slice(0, 3))
  expect(new Set(sent.map((number) => number.slice(-4)))).toEqual(new Set(['0001', '0002', '0003']))
  const [counted] = await sql`
    select (select count(*) from public.outbox where kind = 'quotation')::int as mails,
      (select count(*) from public.quotation_versions where sent_at is not null)::int as versions`
  expect(counted).toEqual({ mails: 3, versions: 3 })
})

it('of two who send around the end of the financial year in India, each gets the first number of a year', async ({
  sql,
}) => {
  const { draft } = await prepareQuotations(sql)
  const ids = [await draft(), await draft()]
  /** Sends as an administrator, at a moment that only the owner of the database names. */
  const sendAt = async (id: string | undefined, moment: string): Promise<unknown> =>
    sql.begin(async (transaction) => {
      await actAsAdministrator(transaction)
      await transaction`select set_config('role', 'none', true)`
      const [answer] = await transaction.unsafe(
        `select private.send_quotation_at('${id}', 1, true, false, '${moment}') ->> 'number' as number`,
      )
      return answer?.['number']
    })
  expect(
    await Promise.all([sendAt(ids[0], '2027-03-31T18:29:59Z'), sendAt(ids[1], '2027-03-31T18:30:00Z')]),
  ).toEqual(['GW2627/0001', 'GW2728/0001'])
})

it('administrators who delete and restore at once lose no record and no link', async ({ sql }) => {
  const asAdministrator = await signIn(sql)
  await sql`insert into public.products (name) select 'Pen ' || n from generate_series(1, 20) as n`
  await sql`insert into public.product_themes select product.id, theme.id from public.products as product, public.themes as theme`
  const themes = (await sql`select id from public.themes`).map((row) => String(row['id']))

  for (const theme of themes) {
    await asAdministrator(`delete from public.themes where id = '${theme}'`)
    // Of two who press Undo for the same theme, one restores it.
    const restored = await Promise.allSettled(
      [1, 2, 3].map(async () => asAdministrator(`select public.restore_record('${theme}')`)),
    )
    expect(restored.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
  // Themes of the same products go and come back at the same time.
  await Promise.all(
    themes.map(async (theme) => {
      await asAdministrator(`delete from public.themes where id = '${theme}'`)
      await asAdministrator(`select public.restore_record('${theme}')`)
    }),
  )

  const [counted] = await sql`select count(*)::int as links from public.product_themes`
  expect(counted?.['links']).toBe(20 * themes.length)
  expect([...(await sql`select from public.deleted_records`)]).toEqual([])
  expect([...(await sql.unsafe(differences))]).toEqual([])
})

it('bulk edits of the same products and their undo at once are whole, and none refuses another', async ({
  sql,
}) => {
  const asAdministrator = await signIn(sql)
  await sql`insert into public.products (name) select 'Pen ' || n from generate_series(1, 300) as n`
  const [one, other] = (await sql`select id from public.themes order by id`).map(({ id }) => String(id))
  const edit = async (budget: string, added = one, removed = other) => {
    const changes = JSON.stringify({
      add: { theme: [added] },
      remove: { theme: [removed] },
      set: { budget },
    })
    const [edited] = await asAdministrator(`select public.bulk_edit_products('${changes}') as result`)
    return String(edited?.['result'].undo)
  }
  const first = await edit('Rs.10-100')
  const undone = await Promise.all([
    edit('Rs.2000+', other, one),
    edit('Rs.10-100'),
    edit('Rs.2000+', other, one),
    asAdministrator(`select public.restore_record('${first}')`).then(() => 'null'),
    asAdministrator(`select public.delete_records('products', words => 'Pen 1')`).then(() => 'null'),
    // Others save and delete meanwhile.
    asAdministrator(`update public.products set name = 'Pencil' where name = 'Pen 200'`).then(() => 'null'),
    ...['Pen 20', 'Pen 21'].map(async (name) =>
      asAdministrator(`delete from public.products where name = '${name}'`).then(() => 'null'),
    ),
  ])
  const whole = await sql`
    select distinct budget, array(select theme_id from public.product_themes where product_id = id) as themes from public.products`
  expect(whole).toHaveLength(1)
  for (const edited of undone.filter((id) => id !== 'null').toReversed()) {
    await asAdministrator(`select public.restore_record('${edited}')`)
  }
  expect([...(await sql.unsafe(differences))]).toEqual([])
})

it('two administrators who import at once, each in two windows, leave every row once and every new name once', async ({
  sql,
}) => {
  const both = [await signIn(sql, 1), await signIn(sql, 2)] as const
  const json = (value: unknown) => `'${JSON.stringify(value)}'`
  const names = (kind: string) => Array.from({ length: 4 }, (_, number) => `${kind} ${number}`)
  const options = json({
    update: true,
    create: { categories: names('Category'), themes: names('Theme') },
  })
  // Half of the codes are in both files, in the opposite order.
  const file = (own: number) => {
    const rows = Array.from({ length: 120 }, (_, index) => ({
      name: `Gift ${index} of ${own}`,
      ...(index % 3 > 0 && { supplier_code: index % 3 === 1 ? `B-${index}` : `${own}-${index}` }),
      category: `CATEGORY ${index % 4}`,
      themes: names('Theme'),
      budget: own === 1 ? 'Rs.10-100' : 'Rs.2000+',
    }))
    return (own === 1 ? rows : rows.toReversed()).map((row, index) => ({ ...row, number: index + 2 }))
  }
  const runs = both.map((ask, index) => ({
    ask,
    id: `00000000-0000-4000-8000-0000000000a${index}`,
    rows: file(index + 1),
  }))
  await Promise.all(
    runs.map(async ({ ask, id, rows }) =>
      ask(`select public.store_import('${id}', 'gifts.csv', ${options}, 120, ${json(rows)})`),
    ),
  )
  // Two windows of each edit the same rows.
  await Promise.all(
    [...runs, ...runs].map(async ({ ask, id, rows }) => {
      for (let at = 0; at < rows.length; at += 20) {
        const batch = json(rows.slice(at, at + 20))
        await ask(`select public.import_products(${batch}, import_id => '${id}')`)
      }
    }),
  )

  // 40 rows without a code and 40 with one of its own in each file, and 40 products that both files name.
  expect(
    await sql`select outcome, count(*)::integer from public.import_rows group by outcome order by outcome`,
  ).toEqual([
    { outcome: 'created', count: 200 },
    { outcome: 'updated', count: 40 },
  ])
  const whole = await sql`
    select count(*)::integer as products, count(distinct (name, supplier_code))::integer as different,
      count(*) filter (where supplier_code is null)::integer as without_code
    from public.products left join public.product_terms on product_id = id`
  expect(whole).toEqual([{ products: 200, different: 200, without_code: 80 }])
  for (const table of ['categories', 'themes']) {
    const [made] = await sql.unsafe(
      `select count(*)::integer from public.${table} where name ~* '^(category|theme) '`,
    )
    expect([table, made?.['count']]).toEqual([table, 4])
  }
  const torn = await sql`
    select name from public.products
    where (budget = 'Rs.10-100') <> (name like '% of 1')
      or (select count(*) from public.product_themes where product_id = id) <> 4`
  expect([...torn]).toEqual([])
  expect([...(await sql.unsafe(differences))]).toEqual([])

  // A record that one import created and the other changed stays when the first is undone first.
  const changed = await sql<{ by: string; count: number }[]>`
    select made.import_id as by, count(*)::integer from public.import_rows as made
    join public.import_rows as later on later.product_id = made.product_id and later.outcome = 'updated'
    where made.outcome = 'created' group by 1`
  const stays = runs.map(({ id }) => changed.find(({ by }) => by === id)?.count ?? 0)
  expect(stays.reduce((sum, count) => sum + count)).toBe(40)
  await Promise.all(runs.map(async ({ ask, id }) => ask(`select public.restore_record('${id}')`)))
  const left = await sql<{ in_both: boolean }[]>`
    select supplier_code like 'B-%' as in_both from public.product_terms`
  expect(stays).toContain(left.length)
  expect(left.filter(({ in_both }) => !in_both)).toEqual([])
  expect([...(await sql.unsafe(differences))]).toEqual([])
})

it('of two administrators who revoke each other at once, one stays', async ({ sql }) => {
  const both = [await signIn(sql, 1), await signIn(sql, 2)] as const
  const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
  for (let round = 0; round < 20; round += 1) {
    const revoked = await Promise.allSettled([
      both[0](`select public.set_role('${id(2)}')`),
      both[1](`select public.set_role('${id(1)}')`),
    ])
    expect(revoked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await sql`select count(*)::integer from public.profiles where is_admin`).toEqual([{ count: 1 }])
    await sql`update public.profiles set is_admin = true where id in (${id(1)}, ${id(2)})`
  }
})

/** Makes an administrator, and runs statements with their rights, each in a transaction. */
async function signIn(sql: postgres.Sql, number = 1) {
  const administrator = administratorId(number)
  await sql`insert into auth.users (id, email) values (${administrator}, ${`admin-${number}@example.com`})`
  await sql`update public.profiles set is_admin = true where id = ${administrator}`
  return async (statement: string) =>
    sql.begin(async (transaction) => {
      await actAsAdministrator(transaction, administrator)
      return transaction.unsafe(statement)
    })
}

/** Makes the rest of a transaction that of an administrator. */
async function actAsAdministrator(
  transaction: postgres.TransactionSql,
  administrator = administratorId(1),
): Promise<void> {
  const claims = JSON.stringify({ sub: administrator, role: 'authenticated' })
  await transaction`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true),
    set_config('request.jwt.claim.sub', ${administrator}, true)`
}

/** One writer's transactions, every fifth of them rolled back; returns the errors that should not have occurred. */
async function write(sql: ReturnType<typeof postgres>, writer: number): Promise<unknown[]> {
  const refused: unknown[] = []
  for (let turn = 0; turn < writings; turn += 1) {
    await sql
      .begin(async (transaction) => {
        await transaction.unsafe(statements[(writer * 7 + turn * 3) % statements.length] ?? '')
        if (turn % 5 === writer % 5) throw new Error('rolled back')
      })
      .catch((error: unknown) => {
        // Another writer deleted a link's target or the record to save, or both locked rows in a different order.
        const { code } = error as { code?: string } // what PostgreSQL adds to its errors
        if (code !== undefined && !['23503', 'PT404', '40P01'].includes(code)) refused.push(error)
      })
  }
  return refused
}

const tokenOf = (number: number) => `4${number}`.repeat(32)
const inquiryToken = '5a'.repeat(32)
const acceptance = (number = 1) =>
  `select public.accept_quotation('${tokenOf(number)}', '{}', 100000, 'Asha Rao', 'Buyer')`

/** A lead, a quotation of 100 mugs that it was sent, and the links of both. */
const sentQuotation = (number = 1) => `
  insert into public.leads (id, name, company, email, phone, link)
  values ('00000000-0000-4000-8000-00000000002${number}', 'Asha', 'Nova', 'asha@nova.example', '1', private.link_hash('${number === 1 ? inquiryToken : tokenOf(number)}'));
  with quotation as (
    insert into public.quotations (lead_id, number, state, owner_email)
    values ('00000000-0000-4000-8000-00000000002${number}', 'GW2627/000${number}', 'sent', 'sales@seller.example') returning id
  ), version as (
    insert into public.quotation_versions (quotation_id, revision, content, valid_until, sent_at, frozen, sha256)
    select id, 1, jsonb_build_object('buyer', '{"name": "Asha", "email": "asha@nova.example"}'::jsonb, 'lines', jsonb_build_array(jsonb_build_object(
      'id', gen_random_uuid(), 'name', 'Mug', 'gst_rate', 0, 'quantities', '[{"quantity": 100, "price_paise": 1000}]'::jsonb
    ))), '2999-12-31', now(), '{"seller": {"state": "27", "rounds_off": true}, "figures": {"total": 100000}}', repeat('0', 64)
    from quotation returning id, quotation_id
  )
  insert into public.quotation_links (quotation_id, version_id, purpose, hash)
  select quotation_id, id, 'buyer', private.link_hash('${tokenOf(number)}') from version`

it(
  'of staff who move and dispatch the lines of the same orders at once, none waits for ever, and no gift leaves twice',
  { timeout: 120_000 },
  async ({ sql }) => {
    const orders = [1, 2, 3, 4]
    for (const number of orders) {
      await sql.unsafe(sentQuotation(number))
      await sql.unsafe(acceptance(number))
    }
    const lines = (await sql`select id from public.order_lines`).map(({ id }) => String(id))
    expect(lines).toHaveLength(orders.length)
    const [numbers] = await sql`select array_agg(number order by number) as all from public.orders`
    expect(numbers?.['all'].map((number: string) => number.slice(-4))).toEqual([
      '0001',
      '0002',
      '0003',
      '0004',
    ])
    const staff = [await signIn(sql, 1), await signIn(sql, 2), await signIn(sql, 3)]
    /** All do the same at once, each with the lines in an order of its own; how many lines they moved. */
    const together = async (call: (lines: string) => string, state: string) => {
      const answers = await Promise.all(
        staff.map(async (as, turn) => {
          const turned = [...lines.slice(turn), ...lines.slice(0, turn)]
          const [answer] = await as(call(JSON.stringify(turned.map((id) => ({ id, state })))))
          return Number(answer?.['moved'])
        }),
      )
      return answers.reduce((sum, moved) => sum + moved, 0)
    }
    for (let round = 0; round < 5; round += 1) {
      await sql`update public.order_lines set state = 'preparing'`
      await sql`delete from public.order_dispatches`
      const moved = (to: string) => (those: string) =>
        `select public.move_order_lines('${those}', '${to}') ->> 'moved' as moved`
      expect(await together(moved('production'), 'preparing')).toBe(lines.length)
      const sent = (those: string) => `select public.dispatch_order_lines('${those}') ->> 'moved' as moved`
      expect(await together(sent, 'production')).toBe(lines.length)
      const parcels =
        await sql`select sum(quantity)::int as sent from public.order_dispatches group by order_line_id`
      expect(parcels.map(({ sent: quantity }) => quantity)).toEqual([100, 100, 100, 100])
    }
  },
)

const erasures = {
  'by the link of its inquiry': `select public.delete_inquiry_details('${inquiryToken}')`,
  'of its person': `select private.erase_address('asha@nova.example', false, 'the person')`,
  'by age': `select private.erase_leads(array(select id from public.leads))`,
}

const statusOf = (running: Promise<unknown>) =>
  running.then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  )

/** Resolves when one connection waits for a lock that another one has. */
async function someoneWaits(sql: postgres.Sql): Promise<void> {
  await vi.waitFor(
    async () => {
      const [waiting] = await sql`select count(*)::int as number from pg_locks where not granted`
      expect(waiting?.['number']).toBeGreaterThan(0)
    },
    { timeout: 20_000 },
  )
}

for (const [how, erase] of Object.entries(erasures)) {
  it(`an erasure ${how} waits for an acceptance, and keeps the legal copy`, async ({ sql }) => {
    await sql.unsafe(sentQuotation())
    const outcome = { erasure: Promise.resolve('') }
    await sql.begin(async (buyer) => {
      // As an acceptance begins.
      await buyer`select from public.quotations for update`
      outcome.erasure = statusOf(sql.unsafe(erase))
      await someoneWaits(sql)
      await buyer.unsafe(acceptance())
    })
    expect(await outcome.erasure).toBe('done')
    const kept = await sql`
    select state, lead_id, erase_on is not null as is_kept, accepted ->> 'name' as name
    from public.quotations join public.quotation_versions on quotation_id = quotations.id`
    expect([...kept]).toEqual([{ state: 'accepted', lead_id: null, is_kept: true, name: 'Asha Rao' }])
  })

  it(`an acceptance after an erasure ${how} is refused`, async ({ sql }) => {
    await sql.unsafe(sentQuotation())
    const outcome = { acceptance: Promise.resolve('') }
    await sql.begin(async (eraser) => {
      await eraser.unsafe(erase)
      outcome.acceptance = statusOf(sql.unsafe(acceptance()))
      await someoneWaits(sql)
    })
    expect(await outcome.acceptance).toBe('PT404')
    expect([...(await sql`select from public.quotations`)]).toEqual([])
  })
}
