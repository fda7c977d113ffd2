import { preview } from '@giftwell/shared/domain/preview.ts'
import { type Actor, described, refused } from './actor.ts'
import type { Check } from './check.ts'

const section = '1. The database'
const manyIds = Array.from(
  { length: 1001 },
  (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
)

/** Functions of the back office with arguments that change nothing, and what customers get from them. */
const backOfficeFunctions: readonly [name: string, body: object, forCustomers: string][] = [
  ['find_products', {}, '[]'],
  ['count_products', {}, 'null'],
  ['find_leads', {}, '[]'],
  ['count_leads', {}, 'null'],
  ['administrators', {}, '[]'],
  ['people', {}, '[]'],
  ['set_role', { person: manyIds[1] }, refused],
  ['invitations', {}, '[]'],
  ['invite', { email: 'none', role: 'none' }, refused],
  ['revoke_invitation', { invitation: manyIds[1] }, refused],
  ['lead_pulse', {}, '[]'],
  ['lead_figures', {}, 'null'],
  ['catalogue_health', {}, 'null'],
  ['order_featured_products', { ids: [] }, refused],
  ['handle_lead', { lead: manyIds[1], kind: 'opened' }, refused],
  ['unused_product_images', {}, '[]'],
  [
    'save_product',
    { product: { name: '' }, industry_tag_ids: [], theme_ids: [], doctor_type_tag_ids: [] },
    refused,
  ],
  ['delete_records', { entity: 'themes', ids: manyIds }, refused],
  ['bulk_edit_products', { changes: { set: { sample: true } }, ids: [] }, refused],
  ['store_import', { import_id: manyIds[1], name: 'Check', options: {}, row_count: 1, rows: [] }, refused],
  ['import_products', { rows: [] }, refused],
  ['restore_record', { record_id: manyIds[1] }, refused],
  ['claim_mails', {}, refused],
  ['finish_mail', { mail_id: manyIds[1], attempt: 1 }, refused],
  ['retry_mail', { mail_id: manyIds[1] }, refused],
  ['save_subcategory', { name: '', description: null, category_ids: [] }, refused],
]

/** The rights of a visitor or customer on every function, and the bounds of those that they may call. */
export function functionChecks(actor: Actor): Check[] {
  const call = async (name: string, body: object) => actor.send('POST', `/rest/v1/rpc/${name}`, body)
  const backOffice = backOfficeFunctions.map(
    ([name, body, forCustomers]) =>
      ({
        name: `${actor.role} gets nothing from ${name}`,
        section,
        async run() {
          const answer = await call(name, body)
          const found = answer.code === '' ? JSON.stringify(answer.body) : answer.code
          const expected = actor.role === 'visitor' ? refused : forCustomers
          return found === expected || found === refused ? null : `it is answered with ${described(answer)}`
        },
      }) as const,
  )
  return [
    ...backOffice,
    {
      name: `${actor.role} gets nothing from an invitation that is none`,
      section,
      async run() {
        const opened = await call('open_invitation', { token: 'none' })
        if (JSON.stringify(opened.body) !== '[]') return `it is answered with ${described(opened)}`
        const accepted = await call('accept_invitation', { token: 'none', new_password: 'a password' })
        return accepted.code === 'PT404' ? null : `accepting it is answered with ${described(accepted)}`
      },
    },
    {
      name: `${actor.role} may read the filters of the catalogue`,
      section,
      async run() {
        const answer = await call('catalogue_filters', {})
        return answer.status === 200 ? null : `it is answered with ${described(answer)}`
      },
    },
    {
      name: `${actor.role} may ask for at most 1000 products of a basket`,
      section,
      async run() {
        const few = await call('products_still_there', { ids: manyIds.slice(0, 1) })
        if (few.status !== 200) return `it is answered with ${described(few)}`
        const many = await call('products_still_there', { ids: manyIds })
        return many.status === 400 ? null : `1001 are answered with ${described(many)}`
      },
    },
    {
      name: `${actor.role} may ask for a product's page`,
      section,
      async run() {
        const answer = await call('product_page', { product: 'f'.repeat(32) })
        return answer.status === 200 && answer.body === null
          ? null
          : `it is answered with ${described(answer)}`
      },
    },
    {
      name: `${actor.role} may report a search that finds nothing`,
      section,
      async run() {
        // No words are no search: nothing is stored.
        const answer = await call('report_missed_search', { q: '' })
        return answer.status < 300 ? null : `it is answered with ${described(answer)}`
      },
    },
    ...(actor.role === 'visitor' ? [previewCheck(call)] : []),
  ]
}

type Call = (name: string, body: object) => ReturnType<Actor['send']>

function previewCheck(call: Call): Check {
  return {
    name: `a visitor's catalogue shows at most ${preview.results} products, whatever is asked`,
    section,
    async run() {
      const questions = [
        {},
        { page_size: 1000 },
        { budget: 'Rs.100-500', page_size: 1000 },
        { after: 'x', page_size: 1000 },
      ]
      for (const question of questions) {
        const answer = await call('catalogue_page', question)
        // A cursor that is none may be refused.
        if (answer.status === 400 && 'after' in question) continue
        if (answer.status !== 200) return `it is answered with ${described(answer)}`
        // The function's documented result.
        const { products, next } = answer.body as { products: unknown[]; next: unknown }
        if (products.length > preview.results) return `${products.length} products are shown`
        if (next !== null) return 'it offers a next page'
      }
      return null
    },
  }
}
