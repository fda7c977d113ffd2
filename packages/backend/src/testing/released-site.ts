import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { SupabaseClient } from '@supabase/supabase-js'
import { pngPicture } from './picture.ts'
import { administrator, type TestServer } from './test-server.ts'

/** The file of the backup that was made with a release, of the site below. */
export function releasedBackup(version: string): string {
  return fileURLToPath(new URL(`../../../../supabase/tests/releases/${version}.backup`, import.meta.url))
}

/** The customer of a released site. Like everyone on it, no person. */
export const customer = { email: 'buyer@example.test', password: 'open sesame again' }

/** The token of the private page of the customer's inquiry. */
export const inquiryToken = 'the-token-of-a-demo-inquiry-of-a-released-site'

/** The object name of its picture. */
export const pictureName = '0.25.png'

/**
 * Fills a site for the backup by release.ts with samples of all stored data, through the API like its users.
 */
export async function fillReleasedSite(server: TestServer): Promise<void> {
  const admin = await server.signedIn(administrator)
  const products = await fillCatalogue(admin)
  const account = { name: 'Demo Administrator', telephone: null, signature: 'Regards' }
  await call(admin, 'save_account', account)
  // The first administrator has begun them.
  const settings = {
    name: 'Demo Gifts',
    contact_email: 'hello@example.test',
    notice_emails: ['sales@example.test'],
    colour_primary: '#22557a',
  }
  await admin.from('site_settings').update(settings).not('id', 'is', null).throwOnError()
  await insert(admin, 'seller_profile', {
    legal_name: 'Demo Gifts Private Limited',
    address: '1 Example Road, Pune',
    gstin: '27AAPFU0939F1ZV',
    state: '27',
    terms: 'Half in advance',
    valid_days: 365,
    kept_years: 8,
  })
  const notice = { form: 'inquiry', language: 'en', text: 'Demo notice of {site}.' }
  await call(admin, 'save_privacy_notice', notice)
  await call(admin, 'save_retention', { kind: 'won', days: 36_500, warns: true })
  await call(admin, 'open_privacy_request', { kind: 'copy', email: customer.email, text: 'By telephone' })

  const buyer = server.client()
  const { error } = await buyer.auth.signUp(customer)
  if (error !== null) throw error
  await insert(buyer, 'favourites', { product_id: products.bottle })
  const lead = await inquire(server, buyer, products)
  await call(admin, 'handle_lead', { lead, kind: 'note', value: 'Demo note' })
  await call(admin, 'record_access', { action: 'opened', leads: [lead] })
  await quote(admin, lead)

  const erased = { ...sender, name: 'Erased Demo', email: 'erased@example.test' }
  await call(server.client(), 'send_inquiry', { ...erased, items: [{ name: 'Demo lamp', quantity: 5 }] })
  await call(admin, 'erase_person', { email: erased.email, dry_run: false })
  const counts = `select private.add_counts('searched', array['lamp', 'bottle'])`
  await server.database?.query(counts)
  await mailsAreSent(server)
}

const sender = {
  name: 'Demo Buyer',
  company: 'Example Industries',
  email: customer.email,
  phone: '+91 00000 00000',
}

async function call(client: SupabaseClient, name: string, args: object): Promise<unknown> {
  const { data } = await client.rpc(name, args).throwOnError()
  return data
}

async function insert(client: SupabaseClient, table: string, row: object): Promise<void> {
  await client.from(table).insert(row).throwOnError()
}

async function fillCatalogue(admin: SupabaseClient): Promise<{ bottle: string; lamp: string }> {
  const made = async (table: string, row: object): Promise<string> => {
    const { data } = await admin.from(table).insert(row).select('id').single().throwOnError()
    return String(data.id)
  }
  const category_id = await made('categories', { name: 'Demo drinkware', description: 'Bottles' })
  const subcategory = { name: 'Demo bottles', description: '', category_ids: [category_id] }
  const { id: subcategory_id } = (await call(admin, 'save_subcategory', subcategory)) as { id: string }
  const theme = await made('themes', { name: 'Demo Diwali' })
  const industry = await made('industry_tags', { name: 'Demo industry' })
  const method = await made('branding_methods', { name: 'Demo engraving' })
  await admin.storage.from('product-images').upload(pictureName, pngPicture({ note: 'of a release' }))
  const bottle = await made('products', {
    name: 'Demo bottle',
    code: 'DB-1',
    category_id,
    budget: 'Rs.500-1000',
    is_sample: true,
    is_featured: true,
    image_url: `/storage/v1/object/public/product-images/${pictureName}`,
    description: 'A **demo** bottle',
    capacity_ml: 750,
    min_quantity: 25,
    lead_days_from: 10,
    lead_days_to: 15,
  })
  const lamp = await made('products', { name: 'Demo lamp', is_sample: true })
  const draft = await made('products', { name: 'Demo draft' })
  for (const [table, row] of Object.entries({
    product_themes: { theme_id: theme },
    product_industry_tags: { industry_tag_id: industry },
    product_branding_methods: { branding_method_id: method, area: '20 x 20 mm', colours: 1 },
    product_colours: { position: 1, name: 'Red', hex: '#aa2222' },
    product_parts: { position: 1, name: 'Cap', quantity: 1 },
    product_terms: {
      supplier: 'Demo supplier',
      cost_paise: 9000,
      hsn: '7418',
      gst_rate: 18,
      gst_rate_from: '2026-01-01',
    },
    product_price_breaks: { quantity: 100, price_paise: 12_000 },
  }))
    await insert(admin, table, { product_id: bottle, ...row })
  for (const [table, row] of Object.entries({
    stats_blocks: { title: 'Demo gifts', value: '10,000+', order_index: 1 },
    client_logos: { name: 'Demo client', logo_url: 'https://example.test/logo.png' },
    reply_templates: { name: 'Demo reply', body: 'Dear {name}' },
    search_words: { words: 'bottle, flask' },
    list_views: { list: 'leads', name: 'Demo view', settings: {} },
    doctor_type_tags: { name: 'Demo doctors' },
  }))
    await insert(admin, table, row)
  await admin.from('products').update({ subcategory_id, material: 'Steel' }).eq('id', bottle).throwOnError()
  await call(admin, 'delete_records', { entity: 'products', ids: [draft] })
  return { bottle, lamp }
}

/** @returns the id of the customer's lead */
async function inquire(
  server: TestServer,
  buyer: SupabaseClient,
  { bottle, lamp }: { bottle: string; lamp: string },
): Promise<string> {
  await buyer
    .rpc('send_inquiry', {
      ...sender,
      message: 'A demo inquiry',
      delivery_city: 'Bengaluru',
      items: [
        {
          id: bottle,
          name: 'Demo bottle',
          quantity: 500,
          note: 'With a logo',
          colours: [{ name: 'Red', quantity: 500 }],
        },
        { id: lamp, name: 'Demo lamp', quantity: 20 },
      ],
      notice: { version: 2, language: 'en' },
    })
    .setHeader('x-inquiry-link', inquiryToken)
    .throwOnError()
  const found = await server.database?.query(`select id::text from public.leads where email = $1`, [
    customer.email,
  ])
  return String(found?.rows[0]?.['id'])
}

/** A quotation that the customer accepts, and a draft. */
async function quote(admin: SupabaseClient, lead: string): Promise<void> {
  const quotation = String(await call(admin, 'draft_quotation', { lead }))
  const line = {
    id: randomUUID(),
    name: 'Demo bottle',
    hsn: '7418',
    gst_rate: 1800,
    quantities: [{ quantity: 500, price_paise: 12_000 }],
  }
  const content = {
    buyer: { ...sender, billing_state: '29', delivery_state: '29' },
    discount: { percent: 500 },
    lines: [line],
    message: 'Dear buyer',
    terms: 'Half in advance',
  }
  const saves = await call(admin, 'save_quotation', {
    quotation,
    content,
    valid_until: '2999-12-31',
    saves: 0,
  })
  const sent = (await call(admin, 'send_quotation', { quotation, saves, mails: false })) as { token: string }
  const { token } = sent
  await call(admin, 'comment_on_quotation', { token, text: 'A demo comment' })
  await call(admin, 'accept_quotation', {
    token,
    choice: {},
    total_paise: 6_726_000,
    name: 'Demo Buyer',
    designation: 'Buyer',
  })
  await call(admin, 'draft_quotation', { lead })
}

/** Waits until the outbox is sent, as far as it can be: a server that restores the backup sends nothing. */
async function mailsAreSent({ database }: TestServer): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await database?.query(`select from public.outbox where state = 'queued' limit 1`)
    if (found?.rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('E-mails of the site are still queued.')
}
