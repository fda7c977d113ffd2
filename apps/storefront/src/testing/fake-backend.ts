import type { CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import type { PrivacyText } from '@giftwell/shared/legal/privacy-text.ts'
import { vi } from 'vitest'

import type { OwnInquiry } from '../inquiry/inquiry-requests.ts'

const named = (name: string) => ({ id: `id of ${name}`, name })

/** The filter options that component tests choose from, as the server answers. */
export const someOptions = {
  industries: [named('Banking & Finance'), { ...named('Pharmaceutical'), has_doctor_types: true }],
  categories: [
    { ...named('Awards'), subcategories: [] },
    { ...named('Drinkware'), subcategories: [named('Bottles'), named('Mugs')] },
  ],
  themes: [named('Diwali'), named('Wellness')],
  doctor_types: [named('Cardiologist'), named('Dentist')],
  facts: { moq: ['50', '100'], lead: ['7', '15'], branding: ['Engraving'], colour: ['Navy', 'Teal'] },
}

/** Plain products with distinct ids. */
export function someProducts(count: number): CatalogueProduct[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `product-${index}`,
    name: `Product ${index}`,
    image_url: null,
    video_url: null,
    budget: null,
    themes: [],
  }))
}

/** An inquiry as its private page shows it. */
export const someInquiry: OwnInquiry = {
  reference: 'GW-1ABCDEF1',
  created_at: '2026-11-01T10:00:00Z',
  message: 'For Diwali',
  needed_by: null,
  budget_per_gift: null,
  delivery_city: 'Pune',
  wants_branding: false,
  state: 'quoted',
  is_mailed: true,
  lines: [
    {
      name: 'Mug',
      quantity: 400,
      note: 'Blue',
      colours: null,
      product: { id: 'mug', name: 'Mug', image_url: null, image_widths: null, budget: null },
    },
    { name: 'Lamp', quantity: null, note: null, colours: null, product: null },
  ],
}

/** The notices of each form. */
const someNotices: readonly PrivacyText[] = [
  { language: 'en', version: 3, text: 'We store your name.\n\nYou may complain.' },
  { language: 'hi', version: 2, text: 'हम आपका नाम रखते हैं।' },
]

interface Answers {
  catalogue?: (search: URLSearchParams) => unknown
  options?: () => unknown
  product?: (search: URLSearchParams) => unknown
  leads?: (body: unknown) => Response | Promise<Response>
  /** Answers the function that stores an inquiry with quantities. */
  inquiry?: (body: unknown) => unknown
  /** Answers the function that opens an inquiry by its link. */
  opened?: (body: unknown) => unknown
  /** Answers the functions that change an inquiry by its link. */
  changed?: (path: string, body: unknown) => unknown
  /** Answers which products the keys of a link open. */
  shared?: (items: readonly { readonly id: string; readonly key: string | null }[]) => unknown
  stillThere?: (ids: readonly string[]) => unknown
  site?: () => unknown
  privacy?: () => unknown
  terms?: () => unknown
  mine?: () => unknown
  quotations?: () => unknown
  openQuotation?: (body: unknown) => unknown
  company?: () => unknown
  /** Answers the functions about notices and a person's data, by their names. */
  data?: (name: string, body: unknown) => unknown
  stats?: () => unknown
  logos?: () => unknown
  featured?: () => unknown
}

/** Replaces `fetch` in a component test; answers can be changed while it runs. */
export function fakeBackend(answers: Answers = {}) {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input)
    requests.push(`${init?.method ?? 'GET'} ${url.pathname}${url.search}`)
    await Promise.resolve()
    switch (url.pathname) {
      case '/rest/v1/rpc/catalogue_page':
        return asResponse(
          (await answers.catalogue?.(url.searchParams)) ?? {
            total: 3,
            products: someProducts(3),
            next: null,
          },
        )
      case '/rest/v1/rpc/catalogue_filters':
        return asResponse(answers.options?.() ?? someOptions)
      case '/rest/v1/rpc/product_page':
        return asResponse(answers.product?.(url.searchParams) ?? null)
      case '/rest/v1/rpc/products_still_there':
        return asResponse(answers.stillThere?.(idsIn(init)) ?? idsIn(init))
      case '/rest/v1/rpc/shared_products':
        return asResponse(answers.shared?.(Object(bodyOf(init)).items) ?? [])
      case '/rest/v1/rpc/site_details':
        return asResponse(answers.site?.() ?? {})
      case '/rest/v1/rpc/my_inquiries':
        return asResponse(answers.mine?.() ?? [])
      case '/rest/v1/rpc/my_quotations':
        return asResponse(answers.quotations?.() ?? [])
      case '/rest/v1/rpc/open_my_quotation':
        return asResponse(answers.openQuotation?.(bodyOf(init)) ?? null)
      case '/rest/v1/rpc/my_company':
        return asResponse(answers.company?.() ?? { domain: null, is_asked: false, since: null })
      case '/rest/v1/rpc/privacy_notices_of':
      case '/rest/v1/rpc/request_my_data':
      case '/rest/v1/rpc/open_my_data':
      case '/rest/v1/rpc/ask_about_my_data':
      case '/rest/v1/rpc/erase_my_data':
      case '/rest/v1/rpc/inquiry_data':
      case '/rest/v1/rpc/delete_inquiry_details': {
        const name = url.pathname.replace(/.*\//, '')
        const body = init?.method === 'POST' ? bodyOf(init) : Object.fromEntries(url.searchParams)
        return asResponse(
          answers.data?.(name, body) ??
            (name === 'privacy_notices_of' ? someNotices : new Response(null, { status: 204 })),
        )
      }
      case '/rest/v1/rpc/privacy_text':
        return asResponse(answers.privacy?.() ?? null)
      case '/rest/v1/rpc/terms_text':
        return asResponse(answers.terms?.() ?? null)
      case '/rest/v1/leads':
        return (await answers.leads?.(bodyOf(init))) ?? new Response(null, { status: 201 })
      case '/rest/v1/rpc/send_inquiry':
        return asResponse(answers.inquiry?.(bodyOf(init)) ?? 'GW-0ABCDEF1')
      case '/rest/v1/rpc/open_inquiry':
        return asResponse(answers.opened?.(bodyOf(init)) ?? someInquiry)
      case '/rest/v1/rpc/add_to_inquiry':
      case '/rest/v1/rpc/withdraw_inquiry':
      case '/rest/v1/rpc/take_back_consent':
      case '/rest/v1/rpc/share_with_colleagues':
      case '/rest/v1/rpc/share_inquiry':
      case '/rest/v1/rpc/save_company_details':
      case '/rest/v1/rpc/save_delivery_places':
      case '/rest/v1/rpc/share_basket':
      case '/rest/v1/rpc/open_shared_basket':
      case '/rest/v1/rpc/end_shared_basket':
        return asResponse(
          answers.changed?.(url.pathname, bodyOf(init)) ?? new Response(null, { status: 204 }),
        )
      case '/rest/v1/stats_blocks':
        return asResponse(answers.stats?.() ?? [])
      case '/rest/v1/client_logos':
        return asResponse(answers.logos?.() ?? [])
      case '/rest/v1/products':
        return asResponse(answers.featured?.() ?? [])
      default:
        return new Response(null, { status: 404 })
    }
  })
  return { answers, requests }
}

function bodyOf(init: RequestInit | undefined): unknown {
  return JSON.parse(typeof init?.body === 'string' ? init.body : 'null')
}

function idsIn(init: RequestInit | undefined): readonly string[] {
  return Object(bodyOf(init)).ids ?? []
}

function asResponse(answer: unknown): Response {
  return answer instanceof Response ? answer : Response.json(answer)
}

/** The response to an internal error. */
export function serverFault(): Response {
  return Response.json(
    { code: 'XX000', message: 'Internal error', details: null, hint: null },
    { status: 500 },
  )
}

/** The response over the rate limit. */
export function tooManyInquiries(): Response {
  return Response.json(
    {
      code: 'PT429',
      message: 'Too many inquiries. Please try again in 3 minutes.',
      details: null,
      hint: null,
    },
    { status: 429, headers: { 'retry-after': '180' } },
  )
}
