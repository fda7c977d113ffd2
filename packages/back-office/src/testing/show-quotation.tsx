import { Route, Routes } from 'react-router-dom'

import { type ApiResponder, fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import type { SiteDetails } from '@giftwell/shared/kernel/brand.ts'
import { SiteContext } from '@giftwell/shared/ui/use-site.ts'
import type { QuotationContent, QuotationLine } from '@giftwell/shared/quotations/quotation.ts'
import type { StoredQuotation } from '../quotations/stored-quotations.ts'
import { draftFigures } from '@giftwell/shared/quotations/quotation-sheet.ts'
import {
  nothingGiven,
  type QuotationDetails,
  type QuotationVersion,
} from '../quotations/quotation-requests.ts'
import { QuotationsScreen } from '../quotations/quotation-screen.tsx'

/** A line whose number is in its id. */
export function lineOf(number: number, fields: Partial<QuotationLine> = {}): QuotationLine {
  return {
    id: `00000000-0000-4000-8000-0000000000${String(number).padStart(2, '0')}`,
    product_id: null,
    code: null,
    name: `Gift ${number}`,
    colour: null,
    note: null,
    group: null,
    option: null,
    hsn: '6912',
    gst_rate: 1800,
    is_charge: false,
    image_url: null,
    quantities: [{ quantity: 100, price_paise: null }],
    ...fields,
  }
}

/** What a draft of a lead has. */
export function contentOf(
  lines: readonly QuotationLine[],
  fields: Partial<QuotationContent> = {},
): QuotationContent {
  return {
    buyer: {
      name: 'Person 1',
      company: 'Company 1',
      email: 'person1@example.com',
      phone: '+91 98765 43201',
      gstin: null,
      billing_address: null,
      billing_state: null,
      delivery_address: null,
      delivery_state: '27',
      is_sez: false,
      place: null,
      place_reason: null,
      delivery_city: 'Pune',
      needed_by: null,
    },
    message: null,
    terms: null,
    discount: null,
    lines,
    ...fields,
  }
}

/** A draft, unless it is said to be sent. */
export function versionOf(
  content: QuotationContent,
  fields: Partial<QuotationVersion> = {},
): QuotationVersion {
  return {
    id: `version ${fields.revision ?? 1}`,
    revision: 1,
    saves: 0,
    content,
    valid_until: '2026-12-31',
    sent_at: null,
    is_expired: false,
    frozen: null,
    accepted: null,
    ...fields,
  }
}

/** A quotation with these versions, the newest first. */
export function detailsOf(
  versions: readonly QuotationVersion[],
  fields: Partial<Omit<QuotationDetails, 'quotation'>> & {
    readonly quotation?: Partial<QuotationDetails['quotation']>
  } = {},
): QuotationDetails {
  return {
    lead: { id: 'lead', reference: 'GW-00000001', company: 'Company 1' },
    inquiries: [],
    given: nothingGiven,
    events: [],
    links: [],
    offered_prices: {},
    ...fields,
    versions,
    quotation: {
      id: 'q',
      lead_id: 'lead',
      number: null,
      state: 'draft',
      owner_id: null,
      owner_email: 'admin@example.com',
      created_at: '2026-11-27T08:00:00Z',
      erase_on: null,
      ...fields.quotation,
    },
  }
}

/** A quotation as it is cached: sent and valid until 31 December 2026, unless fields say otherwise. */
export function cachedOf(number: number, fields: object = {}): StoredQuotation {
  const digits = String(number).padStart(2, '0')
  const content = contentOf([lineOf(1, { quantities: [{ quantity: 100, price_paise: 10_000 }] })])
  const frozenSeller = {
    legal_name: 'Meridian Gifts LLP',
    address: null,
    gstin: null,
    state: '27',
    is_composition: false,
    bank_details: null,
    credit_note: null,
    rounds_off: true,
  }
  const cached: StoredQuotation = {
    id: `00000000-0000-4000-8000-0000000000${digits}`,
    lead_id: null,
    number: `GW2627/00${digits}`,
    state: 'sent',
    owner_id: null,
    owner_email: 'admin@example.com',
    created_at: `2026-11-27T08:00:${digits}.5+00:00`,
    erase_on: null,
    lead: null,
    versions: [
      {
        id: `version of ${number}`,
        revision: 1,
        saves: 0,
        content: { ...content, buyer: { ...content.buyer, company: `Company ${number}` } },
        valid_until: '2026-12-31',
        sent_at: '2026-11-27T09:00:00+00:00',
        frozen: {
          seller: frozenSeller,
          place: { state: '27', tax: 'none', why: 'seller' },
          choice: { quantities: {}, options: {} },
          figures: draftFigures(content, frozenSeller).figures,
        },
        accepted: null,
        total_paise: 1_000_000,
      },
    ],
    events: [],
  }
  return { ...cached, ...fields }
}

const seller = { gstin: '27AAPFU0939F1ZV', state: '27', is_composition: false, rounds_off: true, version: 1 }

/** Opens a quotation on a backend that has it, by default for an administrator; `answer` may override responses. */
export function showQuotation(
  details: QuotationDetails,
  answer?: ApiResponder,
  role: 'administrator' | 'sales' = 'administrator',
  site: SiteDetails = {},
) {
  const { requests } = fakeApi((request) => {
    const answered = answer?.(request)
    if (answered !== undefined) return answered
    switch (request.path) {
      case '/rest/v1/rpc/quotation_details':
        return details
      case '/rest/v1/rpc/save_quotation':
        return 1
      case '/rest/v1/rpc/quotation_problems':
        return []
      case '/rest/v1/seller_profile':
        return [{ id: 'seller', legal_name: 'Meridian Gifts LLP', ...seller }]
      default:
        return request.path.startsWith('/rest/v1/rpc/') && request.method === 'POST'
          ? Response.json(null)
          : []
    }
  })
  const view = renderAdmin(
    <SiteContext value={site}>
      <Routes>
        <Route path="/admin/quotations/:quotation?" element={<QuotationsScreen />} />
        <Route path="*" element={<h1>Elsewhere</h1>} />
      </Routes>
    </SiteContext>,
    { path: '/admin/quotations/q', accounts: { readRole: () => Promise.resolve(role) } },
  )
  /** The bodies of requests to a function. */
  const sentTo = (name: string) =>
    requests.filter(({ path }) => path === `/rest/v1/rpc/${name}`).map(({ body }) => body)
  return { ...view, requests, sentTo }
}
