import { screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'

import type { Product } from '@giftwell/shared/products/products.ts'
import { type ApiResponder, type ApiRequest, fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { administrator, renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { ProductsScreen } from '../products/products-screen.tsx'

/** An id that the address takes for one. */
export const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export const drinkware = { id: idOf(1), name: 'Drinkware' }
export const bags = { id: idOf(2), name: 'Bags' }
export const tumblers = { id: idOf(3), name: 'Tumblers' }
export const backpacks = { id: idOf(4), name: 'Backpacks' }
export const banking = { id: idOf(5), name: 'Banking' }
/** Named as no list of ours would, but as the rule allows. */
export const pharma = { id: idOf(6), name: 'PHARMACEUTICAL' }
export const dentist = { id: idOf(7), name: 'Dentist' }
export const surgeon = { id: idOf(8), name: 'Surgeon' }
export const diwali = { id: idOf(9), name: 'Diwali' }
export const engraving = { id: idOf(10), name: 'Engraving' }
export const printing = { id: idOf(11), name: 'Screen print' }

const noColumns = {
  code: null,
  description: null,
  image_alt: null,
  material: null,
  length_mm: null,
  width_mm: null,
  height_mm: null,
  capacity_ml: null,
  weight_g: null,
  min_quantity: null,
  lead_days_from: null,
  lead_days_to: null,
  care: null,
  origin: null,
  packaging: null,
  is_brand_reminder: false,
  logo_x: null,
  logo_y: null,
  logo_width: null,
}

/** A product with all that is specified, and no further facts. */
export const tumbler: Product = {
  id: idOf(20),
  name: 'Steel Tumbler',
  image_url: '/storage/v1/object/public/product-images/1.webp',
  image_widths: [320, 480, 800],
  image_colour: '#8a9bac',
  video_url: 'https://example.com/tumbler',
  category_id: drinkware.id,
  subcategory_id: tumblers.id,
  budget: 'Rs.100-500',
  is_sample: true,
  is_featured: false,
  featured_order: null,
  created_at: '2026-11-20T10:00:00.123456+00:00',
  version: 3,
  ...noColumns,
  categories: { name: drinkware.name },
  subcategories: { name: tumblers.name },
  product_industry_tags: [{ industry_tags: pharma }, { industry_tags: banking }],
  product_doctor_type_tags: [{ doctor_type_tags: dentist }],
  product_themes: [],
  product_pictures: [],
  product_colours: [],
  product_branding_methods: [],
  product_parts: [],
  product_price_breaks: [],
  product_terms: {
    supplier: null,
    supplier_code: 'ST-350',
    cost_paise: null,
    mrp_paise: null,
    hsn: null,
    gst_rate: null,
    gst_rate_from: null,
    note: null,
  },
}

const choices: Record<string, unknown> = {
  '/rest/v1/categories': [bags, drinkware],
  '/rest/v1/subcategories': [
    { ...backpacks, subcategory_categories: [{ categories: bags }] },
    { ...tumblers, subcategory_categories: [{ categories: drinkware }] },
  ],
  '/rest/v1/industry_tags': [banking, { ...pharma, has_doctor_types: true }],
  '/rest/v1/doctor_type_tags': [dentist, surgeon],
  '/rest/v1/themes': [diwali],
  '/rest/v1/branding_methods': [engraving, printing],
  '/rest/v1/rpc/unused_product_images': [],
}

/** Whether a request asks for a page of products, searched or not. */
export function isProductPage({ path, query }: ApiRequest): boolean {
  return query.has('order') && (path === '/rest/v1/products' || path === '/rest/v1/rpc/find_products')
}

/** Whether a request asks for the number of products, searched or not. */
export function isProductCount({ path }: ApiRequest): boolean {
  return path === '/rest/v1/rpc/count_products'
}

/** The products screen on a server that holds the tumbler, unless it is told to answer otherwise. */
export function showProducts(
  answer: ApiResponder = () => undefined,
  path = '/admin/products',
  session: typeof administrator | null = administrator,
  beside: ReactNode = null,
  /** Wraps the screen. */
  around: (screen: ReactNode) => ReactNode = (screen) => screen,
  role: 'administrator' | 'sales' = 'administrator',
) {
  const { requests } = fakeApi(async (request) => {
    const answered = await answer(request)
    if (answered !== undefined) return answered
    if (isProductCount(request)) return 1
    if (isProductPage(request)) return [tumbler]
    return request.path === '/rest/v1/products' ? { ...tumbler } : choices[request.path]
  })
  const shown = (
    <>
      {around(<ProductsScreen />)}
      {beside}
    </>
  )
  return {
    requests,
    ...renderAdmin(shown, { path, session, accounts: { readRole: () => Promise.resolve(role) } }),
  }
}

/** Opens the dialog of a row, or of a new product. */
export async function openDialog(user: ReturnType<typeof renderAdmin>['user'], button: string) {
  await screen.findByRole('row', { name: /Steel Tumbler/ })
  await user.click(screen.getByRole('button', { name: button }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('option', { name: drinkware.name })
  await dialog.findByRole('checkbox', { name: banking.name })
  return dialog
}

/** What was sent to the function that saves a product. */
export function savedProducts(requests: ReturnType<typeof fakeApi>['requests']): unknown[] {
  return requests.filter(({ path }) => path === '/rest/v1/rpc/save_product').map(({ body }) => body)
}

/** What is sent of a product without facts. */
export const noFacts = {
  ...noColumns,
  pictures: [],
  colours: [],
  branding: [],
  parts: [],
  price_breaks: [],
  terms: {
    supplier: null,
    supplier_code: null,
    cost_paise: null,
    mrp_paise: null,
    hsn: null,
    gst_rate: null,
    gst_rate_from: null,
    note: null,
  },
}
