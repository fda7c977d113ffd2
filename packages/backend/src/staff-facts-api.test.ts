import { beforeAll, describe, expect, it } from 'vitest'
import { tokenOf } from './testing/clients-of.ts'
import { testedDatabases } from './testing/tested-databases.ts'
import { sharedServer } from './testing/shared-server.ts'
import { administrator } from './testing/test-server.ts'

// A supplier's price must not leak by embeds, filters and orders of the API.

const secret = 'zqstaffqz'

describe.each(await testedDatabases())('facts for staff on %s', { timeout: 30_000 }, (_database, url) => {
  let tokens: Record<'visitor' | 'customer' | 'administrator', string>

  const server = sharedServer({ DATABASE_URL: url, CONFIRM_EMAIL: '0' })
  beforeAll(async () => {
    const admin = await server.signedIn(administrator)
    const customer = server.client()
    await customer.auth.signUp({ email: 'customer@giftwell.test', password: 'a long walk in the rain' })
    const { data: product, error } = await admin.rpc('save_product', {
      product: {
        name: 'Flask',
        is_sample: true,
        is_featured: true,
        terms: { supplier: secret, note: secret, hsn: '98765432' },
        price_breaks: [{ quantity: 987654, price_paise: 98765432 }],
      },
      industry_tag_ids: [],
      theme_ids: [],
      doctor_type_tag_ids: [],
    })
    expect(error).toBeNull()
    await customer.from('favourites').insert({ product_id: (product as { id: string }).id })
    tokens = {
      visitor: server.publishableKey,
      customer: await tokenOf(customer),
      administrator: await tokenOf(admin),
    }
  })

  const read = async (path: string, role: keyof typeof tokens) => {
    const response = await server.send(`/rest/v1/${path}`, {
      token: tokens[role],
      headers: { prefer: 'count=exact' },
    })
    return `${await response.text()} ${response.headers.get('content-range') ?? ''}`
  }

  it.each([
    'product_terms?select=*',
    'product_price_breaks?select=*',
    'product_terms?select=*,products(*)',
    'products?select=*,product_terms(*)',
    'products?select=*,product_price_breaks(*)',
    'products?select=*,product_terms!inner(*)',
    'products?select=name,terms:product_terms(supplier,note)',
    'products?select=name,...product_terms(supplier)',
    'favourites?select=products(product_terms(*),product_price_breaks(*))',
  ])('%s shows others nothing of them', async (path) => {
    expect(await read(path, 'visitor')).not.toMatch(/zqstaffqz|9876543/)
    expect(await read(path, 'customer')).not.toMatch(/zqstaffqz|9876543/)
  })

  it.each([
    `products?select=name,product_terms!inner(hsn)&product_terms.supplier=eq.${secret}`,
    'products?select=name,product_terms!inner(hsn)&product_terms.supplier=like.zq*',
    'products?select=name,product_price_breaks!inner(quantity)&product_price_breaks.price_paise=gt.1',
  ])('%s finds others no product', async (path) => {
    expect(await read(path, 'administrator')).toContain('Flask')
    expect(await read(path, 'visitor')).not.toContain('Flask')
    expect(await read(path, 'customer')).not.toContain('Flask')
  })

  it('an administrator reads them by an embed', async () => {
    expect(await read('products?select=name,product_terms(supplier)', 'administrator')).toContain(secret)
  })
})
