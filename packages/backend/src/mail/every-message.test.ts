import { expect, it } from 'vitest'

import { codeMessage, linkMessage, type Message } from './auth-message.ts'
import type { MailOfOutbox } from './composed-message.ts'
import { queuedMessage, type QueuedMail } from './queued-message.ts'

const origins = { site: 'https://gifts.example', images: 'https://files.example' }
const ofOutbox: MailOfOutbox = {
  id: '11111111-1111-4111-8111-111111111111',
  to: 'asha@nova.example',
  attempt: 1,
  created_at: '2026-11-23T10:00:00+00:00',
  reference: 'GW-0ABCDEF1',
  site: {
    name: 'Gifts',
    colour_primary: null,
    sender_email: null,
    contact_email: 'hello@gifts.example',
    contact_phone: null,
  },
}
const person = { name: 'Asha Rao', company: 'Nova', email: 'asha@nova.example', phone: '+91 98765' }
const lead = {
  ...person,
  id: '0abcdef1-0000-4000-8000-000000000001',
  message: 'See www.evil.example\n<img src="https://evil.example/pixel.gif">',
  needed_by: null,
  budget_per_gift: null,
  delivery_city: null,
  wants_branding: false,
  lines: ['/storage/v1/object/public/product-images/7.webp', 'https://evil.example/pixel.gif'].map(
    (image_url) => ({
      name: 'Brass lamp',
      quantity: 400,
      note: null,
      colours: null,
      product: {
        id: '5b1e0000-0000-4000-8000-000000000001',
        name: 'Brass lamp',
        image_url,
        image_widths: [320, 480],
      },
    }),
  ),
}
const amounts = { amount: 1, discount: 0, taxable: 1, cgst: 0, sgst: 0, igst: 0, total: 1, per_gift: 1 }
const figures = { ...amounts, lines: [], round_off: 0 }
const choice = { quantities: {}, options: {} }
const quotation = {
  id: '22222222-2222-4222-8222-222222222222',
  number: 'GW2627/0001',
  revision: 1,
  sent_at: '2026-11-29T18:45:00Z',
  valid_until: '2026-12-05',
  content: {
    buyer: {
      ...person,
      gstin: null,
      billing_address: null,
      billing_state: null,
      delivery_address: null,
      delivery_state: null,
      is_sez: false,
      place: null,
      place_reason: null,
      delivery_city: null,
      needed_by: null,
    },
    message: null,
    terms: null,
    discount: null,
    lines: [],
  },
  frozen: {
    seller: {
      legal_name: 'Gifts',
      address: null,
      gstin: null,
      state: '27',
      is_composition: false,
      bank_details: null,
      credit_note: null,
      rounds_off: true,
    },
    place: { state: '27', tax: 'none', why: 'seller' },
    choice,
    figures,
  },
  accepted: { name: 'Asha Rao', at: '2026-11-30T18:45:00Z', choice, figures },
  event: { kind: 'comment', name: 'Asha', value: { text: 'Yes', name: 'Ravi', email: 'ravi@nova.example' } },
} as const

/** One e-mail of every kind; a kind that is missing is an error of types. */
const queued: { readonly [Kind in QueuedMail['kind']]: Extract<QueuedMail, { kind: unknown }> } = {
  acknowledgement: { ...ofOutbox, kind: 'acknowledgement', lead, token: 'abc', event: null },
  notice: { ...ofOutbox, kind: 'notice', lead, token: null, event: null },
  reply: {
    ...ofOutbox,
    kind: 'reply',
    reply: { subject: 'Re: <b>Lamps</b>', text: '<img src=x>\n\nBest', reply_to: null, files: [] },
  },
  erasure_warning: { ...ofOutbox, kind: 'erasure_warning', lead, token: 'abc', event: null },
  invitation: {
    ...ofOutbox,
    kind: 'invitation',
    invitation: { token: 'abc', role: 'sales', invited_by: 'Ravi', expires_at: '2026-12-01T00:00:00Z' },
  },
  factor_removed: { ...ofOutbox, kind: 'factor_removed' },
  data_link: { ...ofOutbox, kind: 'data_link', token: 'abc' },
  kept_years: { ...ofOutbox, kind: 'kept_years' },
  test: { ...ofOutbox, kind: 'test' },
  digest: {
    ...ofOutbox,
    kind: 'digest',
    digest: [
      {
        owner: '44444444-4444-4444-8444-444444444444',
        name: 'Ravi <b>Example</b>',
        away_until: '2026-12-05',
        lists: [
          {
            part: 'unanswered_leads',
            number: 7,
            rows: [
              {
                id: lead.id,
                number: 'GW-0ABCDEF1',
                company: 'Nova',
                name: 'See www.evil.example',
                day: '2026-11-20',
              },
            ],
          },
        ],
      },
    ],
  },
  sample: {
    ...ofOutbox,
    kind: 'sample',
    lead,
    token: 'abc',
    event: { value: 'Sent: Brass <b>lamp</b>, by Delhivery, D 1, https://track.example/D1' },
  },
  quotation: { ...ofOutbox, kind: 'quotation', token: 'abc', quotation },
  quotation_notice: { ...ofOutbox, kind: 'quotation_notice', token: null, quotation },
  quotation_reopened: { ...ofOutbox, kind: 'quotation_reopened', token: 'abc', quotation },
  approval: { ...ofOutbox, kind: 'approval', token: 'abc', quotation },
  acceptance: { ...ofOutbox, kind: 'acceptance', token: 'abc', quotation },
  quotation_answer: { ...ofOutbox, kind: 'quotation_answer', token: 'abc', quotation },
  quotation_code: { ...ofOutbox, kind: 'quotation_code', token: '123456', quotation },
}
const link = 'https://gifts.example/auth/confirm?token_hash=abc&type=signup'
const messages: readonly (readonly [string, Message])[] = [
  ...Object.entries(queued).map(([kind, mail]) => [kind, queuedMessage(mail, origins)] as const),
  ...(['signup', 'recovery', 'magiclink', 'email_change', 'account_exists', 'signup_again'] as const).map(
    (kind) => [kind, linkMessage(kind, ofOutbox.to, link)] as const,
  ),
  ['code', codeMessage(ofOutbox.to, '123456')],
]

it.each(Object.entries(queued))('%s is answered to a person, in its thread', (kind, mail) => {
  const earlier = '33333333-3333-4333-8333-333333333333'
  const headers = { reply_to: 'owner@gifts.example', references: [earlier] }
  const { replyTo, references, messageId } = queuedMessage({ ...mail, headers }, origins)
  expect(replyTo).toBe(kind.endsWith('notice') ? person.email : 'owner@gifts.example')
  expect([messageId, references]).toEqual([`<${ofOutbox.id}@gifts.example>`, [`<${earlier}@gifts.example>`]])
})

const unescaped = (html: string) =>
  html.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))).replaceAll('&amp;', '&')
const addressesIn = (html: string, attribute: string) =>
  [...html.matchAll(new RegExp(`\\b${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) => unescaped(value))

it.each(messages)(
  '%s has a plain part with the links of its HTML, and no others',
  (_kind, { text, html }) => {
    expect(text.trim()).not.toBe('')
    const inText = text.match(/https?:\/\/[^\s]+/g) ?? []
    expect(new Set(inText)).toEqual(new Set(addressesIn(html, 'href')))
  },
)

// A product's picture is the site's own, large enough to be seen, and the same for every recipient.
it.each(messages)('%s tells nobody that it was opened', (_kind, { html }) => {
  const pictures: readonly string[] = html.match(/<img [^>]*>/g) ?? []
  for (const picture of pictures)
    expect(picture).toMatch(
      /^<img src="https:\/\/files\.example\/storage\/v1\/object\/public\/product-images\/7-320\.webp" alt="Brass lamp" width="96" height="72" /,
    )
  // User input is between tags.
  const tags = (html.match(/<[a-z][^>]*>/gi) ?? []).filter((tag) => !pictures.includes(tag)).join('\n')
  expect(tags).not.toMatch(
    /<(?:img|script|iframe|link|object|video|audio|form)\b|\bsrc(?:set)?=|url\(|background=/i,
  )
  expect(html).not.toMatch(/@import|url\(/i)
})

const look = { name: 'Meridian', colour_primary: '#0b3d2e' }
const ownSite: MailOfOutbox['site'] = {
  ...look,
  sender_email: null,
  contact_email: 'hello@gifts.example',
  contact_phone: null,
}
const own: readonly (readonly [string, Message])[] = [
  ...Object.entries(queued).map(
    ([kind, mail]) => [kind, queuedMessage({ ...mail, site: ownSite }, origins)] as const,
  ),
  ...(['signup', 'recovery', 'magiclink', 'email_change', 'account_exists', 'signup_again'] as const).map(
    (kind) => [kind, linkMessage(kind, ofOutbox.to, link, look)] as const,
  ),
  ['code', codeMessage(ofOutbox.to, '123456', look)],
]

it.each(own)(
  '%s of a site with a name and a colour of its own has none of the product’s',
  (_kind, message) => {
    const { subject, text, html } = message
    expect([subject, text, html].join('\n')).not.toMatch(/giftwell|4a2545/i)
  },
)
