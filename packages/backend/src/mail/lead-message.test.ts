import { expect, it } from 'vitest'
import { shownAddress, withoutLinks } from './composed-message.ts'
import { leadMessage } from './lead-message.ts'
import { queuedMessage, type QueuedMail } from './queued-message.ts'

const origins = { site: 'https://gifts.example', images: 'https://files.example' }

const lamp = {
  id: '5b1e0000-0000-4000-8000-000000000001',
  name: 'Brass lamp',
  image_url: '/storage/v1/object/public/product-images/7.webp',
  image_widths: [320, 480, 1200],
}

const inquiry: QueuedMail = {
  id: '11111111-1111-4111-8111-111111111111',
  kind: 'acknowledgement',
  to: 'asha@nova.example',
  attempt: 1,
  created_at: '2026-11-23T10:00:00+00:00',
  reference: 'GW-0ABCDEF1',
  lead: {
    id: '0abcdef1-0000-4000-8000-000000000001',
    name: 'Asha Rao',
    company: 'Nova',
    email: 'asha@nova.example',
    phone: '+91 98765',
    message: 'As last year.\nIn red & gold.',
    needed_by: '2026-12-12',
    budget_per_gift: 1800,
    delivery_city: 'Pune',
    wants_branding: true,
    lines: [
      {
        name: 'Brass lamp',
        quantity: 400,
        note: 'Engraved',
        colours: [
          { name: 'Red', quantity: 300 },
          { name: 'Blue', quantity: 100 },
        ],
        product: lamp,
      },
      { name: 'Tea set', quantity: null, note: null, colours: null, product: null },
    ],
  },
  token: 'abc123',
  event: null,
  site: null,
}

it('the buyer reads the reference, what happens next and what was sent', () => {
  const { to, subject, text, html } = leadMessage(inquiry, origins)
  expect([to, subject]).toEqual(['asha@nova.example', 'Your inquiry GW-0ABCDEF1'])
  expect(text).toBe(`Hello Asha Rao,

Thank you for your inquiry. Its reference is GW-0ABCDEF1.

Open your inquiry:
https://gifts.example/inquiry/abc123

There you can see its progress, add products or withdraw it, and download or delete your details. Anyone with the link can do that, so share it with care.

WHAT HAPPENS NEXT

1. We check prices, quantities and delivery for your products.
2. We'll get back to you within 24 hours, by e-mail or telephone.
3. If you write or call before then, please give your reference.

WHAT YOU SENT

- 400 × Brass lamp in Red (300), Blue (100)
  Engraved
  https://gifts.example/product/brass-lamp-5b1e00000000
- Tea set

Needed by: 12 December 2026
Budget per gift: Rs.1,800
Delivery city: Pune
Branding: Our logo on the gifts
Message: As last year.
In red & gold.

Withdraw or delete your inquiry:
https://gifts.example/inquiry/abc123

If you did not send this, someone else has entered your address, and you can ignore this e-mail.

Giftwell
https://gifts.example
`)
  for (const words of [
    'GW-0ABCDEF1',
    '400 × Brass lamp in Red (300), Blue (100)',
    'As last year.<br>In red &#38; gold.',
    '12 December 2026',
  ])
    expect(html).toContain(words)
})

it('the seller reads who asks for what, and a reply goes to the buyer', () => {
  const mail = { ...inquiry, kind: 'notice', to: 'sales@seller.example' } as const
  const { to, subject, text, html, replyTo } = leadMessage(mail, origins)
  expect([to, subject, replyTo]).toEqual([
    'sales@seller.example',
    'New inquiry GW-0ABCDEF1',
    'asha@nova.example',
  ])
  for (const words of [
    'Name: Asha Rao',
    'Company: Nova',
    'Phone: +91 98765',
    '- 400 × Brass lamp in Red (300), Blue (100)',
    'Message: As',
  ])
    expect(text).toContain(words)
  expect(text).toContain('https://gifts.example/admin/leads/0abcdef1-0000-4000-8000-000000000001')
  expect(html).toContain('href="https://gifts.example/admin/leads/0abcdef1-0000-4000-8000-000000000001"')
})

it('a quote request is called one', () => {
  const mail = { ...inquiry, lead: { ...inquiry.lead, lines: null, message: null } }
  expect(leadMessage(mail, origins).subject).toBe('Your quote request GW-0ABCDEF1')
  expect(leadMessage(mail, origins).text).toContain('WHAT YOU SENT\n\nNeeded by')
  expect(leadMessage({ ...mail, kind: 'notice' }, origins).subject).toBe('New quote request GW-0ABCDEF1')
  expect(leadMessage(mail, origins).text).not.toContain('for your products')
})

it('a quote request without a message has no heading for what was sent', () => {
  const { name, company, email, phone, id } = inquiry.lead
  const nothing = { needed_by: null, budget_per_gift: null, delivery_city: null, wants_branding: false }
  const lead = { id, name, company, email, phone, message: null, lines: null, ...nothing }
  expect(leadMessage({ ...inquiry, lead }, origins).text).not.toContain('WHAT YOU SENT')
})

it('a time to answer is given where the specified one stands or the owner gives one', () => {
  const site = {
    name: null,
    sender_email: null,
    contact_email: null,
    contact_phone: null,
    colour_primary: null,
  }
  const answered = (more: object) => leadMessage({ ...inquiry, site: { ...site, ...more } }, origins).text
  expect(answered({ own_products: null })).toContain("We'll get back to you within 24 hours, by e-mail")
  expect(answered({ own_products: 60 })).toContain("We'll get back to you, by e-mail")
  expect(answered({ own_products: 60, claimed_answer: 'two days' })).toContain('you within two days, by')
})

it('the name, the sender and the address for replies are those of the settings', () => {
  const settings = {
    name: 'Gifts & Co',
    sender_email: 'post@seller.example',
    contact_email: 'hello@seller.example',
    contact_phone: '+91 22 1234',
    colour_primary: '#123a6b',
  }
  const { text, html, from, replyTo } = leadMessage({ ...inquiry, site: settings }, origins)
  expect(text).toContain('You can call us at +91 22 1234.')
  const both = { ...settings, second_phone: '+91 98765 00000', second_phone_label: 'Orders' }
  expect(leadMessage({ ...inquiry, site: both }, origins).text).toContain(
    'You can call us at +91 22 1234 or +91 98765 00000 (Orders).',
  )
  expect(html).toContain('background:#123a6b')
  expect(text).toContain('Gifts & Co\nhttps://gifts.example')
  expect(html).toContain('Gifts &#38; Co')
  expect(html).toContain('style="color:#123a6b">https://gifts.example</a>')
  expect([from, replyTo]).toEqual([
    { name: 'Gifts & Co', address: 'post@seller.example' },
    'hello@seller.example',
  ])
  expect(leadMessage(inquiry, origins)).not.toHaveProperty('replyTo')
})

it('lists are lists', () => {
  const { html } = leadMessage(inquiry, origins)
  expect(html).toMatch(
    /<ul [^>]+><li [^>]+>.*400 × Brass lamp in Red \(300\), Blue \(100\)<\/a><br>Engraved<\/span><\/li><li [^>]+>Tea set<\/li><\/ul>/,
  )
  expect(html).toMatch(/<ol [^>]+><li>We check prices/)
})

it.each(['acknowledgement', 'notice'] as const)(
  'a product in an %s has its picture, which leads to its page',
  (kind) => {
    const { html } = leadMessage({ ...inquiry, kind }, origins)
    expect(html).toMatch(
      /<a href="https:\/\/gifts\.example\/product\/brass-lamp-5b1e00000000"><img src="https:\/\/files\.example\/storage\/v1\/object\/public\/product-images\/7-320\.webp" alt="Brass lamp" width="96" height="72" /,
    )
    expect(html.match(/<img/g)).toHaveLength(1)
  },
)

it.each([
  ['a server without a public address', { ...origins, images: null }, lamp],
  ['another host', origins, { ...lamp, image_url: 'https://pictures.example/7.webp' }],
  ['a product without one', origins, { ...lamp, image_url: null }],
])('no picture is loaded from %s', (_what, from, product) => {
  const line = { name: 'Brass lamp', quantity: 400, note: null, colours: null, product }
  const { html } = leadMessage({ ...inquiry, lead: { ...inquiry.lead, lines: [line] } }, from)
  expect(html).not.toContain('<img')
  expect(html).toMatch(/href="[^"]+\/product\/brass-lamp-5b1e00000000" [^>]+>400 × Brass lamp<\/a>/)
})

it('an image without smaller sizes is shown itself', () => {
  const line = {
    name: 'Brass lamp',
    quantity: 400,
    note: null,
    colours: null,
    product: { ...lamp, image_widths: [200] },
  }
  const { html } = leadMessage({ ...inquiry, lead: { ...inquiry.lead, lines: [line] } }, origins)
  expect(html).toContain('/product-images/7.webp"')
})

it('an e-mail has dark styles, in which no text has the colour of the owner', () => {
  const { html } = leadMessage(inquiry, origins)
  expect(html).toContain('@media (prefers-color-scheme: dark)')
  expect(html).toContain('a:not(.button) { color: #f5eff7 !important; }')
})

it.each([
  [
    'added',
    '2 × <b>Mug</b> evil.example',
    'Addition to inquiry GW-0ABCDEF1',
    'The buyer has added to GW-0ABCDEF1.',
  ],
  ['state', 'withdrawn', 'Withdrawal of inquiry GW-0ABCDEF1', 'The buyer has withdrawn GW-0ABCDEF1.'],
])('the seller is told of what the buyer did later: %s', (kind, value, title, sentence) => {
  const { subject, text, html } = leadMessage({ ...inquiry, kind: 'notice', event: { kind, value } }, origins)
  expect(subject).toBe(title)
  expect(text).toContain(sentence)
  expect(text.includes('Added: 2 × <b>Mug</b> evil. example')).toBe(kind === 'added')
  expect(html).not.toContain('<b>')
})

it('a new link says that earlier ones have ended', () => {
  const { text } = leadMessage({ ...inquiry, event: { kind: 'link', value: 'renewed' } }, origins)
  expect(text).toContain('Here is a new link to your inquiry GW-0ABCDEF1. Earlier links no longer work.')
})

it('a person who asked for their data gets a link that no server sees the token of', () => {
  const mail = { ...inquiry, kind: 'data_link', token: 'abc123' } as const
  const { subject, text, html } = queuedMessage(mail, origins)
  expect(subject).toBe('Your data at Giftwell')
  for (const part of [text, html]) {
    expect(part).toContain('https://gifts.example/privacy/data#abc123')
    expect(part).toContain('The link works for 48 hours.')
  }
})

it('a warning says what will be deleted, and leads to the inquiry', () => {
  const { subject, text } = queuedMessage({ ...inquiry, kind: 'erasure_warning' }, origins)
  expect(subject).toBe('Your details in inquiry GW-0ABCDEF1 will be deleted')
  expect(text).toContain('In 48 hours we delete your name')
  expect(text).toContain('https://gifts.example/inquiry/abc123')
})

it('the seller reads that a buyer had the details deleted, without them and without a reply address', () => {
  const erased = { ...inquiry.lead, erased_at: '2026-11-28T10:00:00Z', email: 'erased@erased.invalid' }
  const message = leadMessage({ ...inquiry, kind: 'notice', lead: erased }, origins)
  expect(message.subject).toBe('Details of inquiry GW-0ABCDEF1 deleted')
  expect(message.text).not.toContain('erased@erased.invalid')
  expect(message.replyTo).toBeUndefined()
})

it('every attempt has the same Message-ID', () => {
  const ids = [1, 2].map((attempt) => leadMessage({ ...inquiry, attempt }, origins).messageId)
  expect(ids).toEqual(Array.from({ length: 2 }, () => '<11111111-1111-4111-8111-111111111111@gifts.example>'))
})

it('an e-mail lists a hundred products, and says how many more there are', () => {
  const lines = Array.from({ length: 1000 }, (_, n) => ({
    name: `Mug ${n}`,
    quantity: 1,
    note: null,
    colours: null,
    product: null,
  }))
  const { text } = leadMessage({ ...inquiry, lead: { ...inquiry.lead, lines } }, origins)
  expect(text.match(/Mug/g)).toHaveLength(100)
  expect(text).toContain('- and 900 more')
})

const hostile = [
  'https://evil.example/x?y=1#z',
  'HTTP://EVIL.EXAMPLE',
  'evil.example',
  'www.evil.example',
  'WWW.1.2.3.4',
  'a@evil.example',
  'mailto:a@evil.example',
  'tel:12345',
  'javascript:alert(1)',
  'http://1.2.3.4/',
  'evil\u3002example',
  'evil\uFF0Eexample',
  'evil.\u200Cexample',
  'evil\u200B.example',
  'пример.рф',
  '<a href="https://evil.example">win</a>',
  '[win](https://evil.example)',
  'x\r\nBcc: a@evil.example',
  '\u202Eelpmaxe.live',
]

/** What mail programs make links of. */
const linkLike = /[a-z]+:\/\/|\b(?:mailto|tel|javascript):\S|www\.\S|[^\s.][.\u3002\uFF0E\uFF61]\p{L}/iu

it.each(hostile)('%j in any field makes no link, no markup and no header', (words) => {
  expect(withoutLinks(words)).not.toMatch(linkLike)
  const lead = {
    ...inquiry.lead,
    name: words,
    company: words,
    phone: words,
    message: words,
    delivery_city: words,
    lines: [
      {
        name: words,
        quantity: 1,
        note: words,
        colours: [{ name: words, quantity: 1 }],
        product: { ...lamp, name: words },
      },
    ],
  }
  for (const kind of ['acknowledgement', 'notice'] as const) {
    const { subject, text, html } = leadMessage({ ...inquiry, kind, lead }, origins)
    expect(subject).toMatch(/^(Your|New) inquiry GW-0ABCDEF1$/)
    const ours = /https:\/\/gifts\.example[\w/-]*|asha@nova\.example/g
    const shownText = text.replaceAll(ours, '')
    expect(shownText).not.toMatch(linkLike)
    expect([...html.matchAll(/href="([^"]*)"/g)].filter(([, url]) => !url?.startsWith(origins.site))).toEqual(
      [],
    )
    expect(html).not.toMatch(
      /<(?!\/?(?:html|head|meta|title|body|div|p|a|strong|br|ol|ul|li|img|span|style|!doctype)\b)/,
    )
    // The whole text, without the tags.
    const shown = html
      .replace(/<style>.*<\/style>/s, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(ours, '')
    expect(shown).not.toMatch(linkLike)
  }
})

it('a seller can copy the address of a buyer, and no link hides in one', () => {
  expect(shownAddress('first.last+gifts@mail.example.com')).toBe('first.last+gifts@mail.example.com')
  for (const words of [
    'https://evil.example/',
    'www.evil.example',
    'mailto:a',
    'пример.рф',
    'evil.\u200Cexample',
  ])
    expect(shownAddress(`${words}@nova.example`)).not.toMatch(linkLike)
})

it.each(['Rs.500 each, at 10:30. Thanks!', 'Dr. Rao, 1.5 kg', 'नमस्ते — ₹800', 'a ratio of 1:2\nand more'])(
  '%j stays as it is',
  (words) => expect(withoutLinks(words)).toBe(words),
)

it('a person whose second factor was removed reads what to do, and whom to tell if it was not asked for', () => {
  const { subject, text } = queuedMessage(
    {
      id: 'id',
      kind: 'factor_removed',
      to: 'asha@gifts.example',
      attempt: 1,
      created_at: '',
      reference: '',
      site: null,
    },
    origins,
  )
  expect(subject).toBe('Your two-step sign-in at Giftwell was removed')
  expect(text).toContain('Your Account:\nhttps://gifts.example/admin/account')
  expect(text).toContain('If you did not ask for this')
})

it('an invited person reads by whom and for what, and the link has the token where no server sees it', () => {
  const { subject, text, link } = queuedMessage(
    {
      id: '11111111-1111-4111-8111-111111111111',
      kind: 'invitation',
      to: 'new@nova.example',
      attempt: 1,
      created_at: '2026-11-23T10:00:00+00:00',
      reference: 'GW-11111111',
      invitation: {
        token: 'abc',
        role: 'sales',
        invited_by: 'admin@gifts.example',
        expires_at: '2026-11-30T18:40:00+00:00',
      },
      site: {
        name: 'Nova Gifts',
        sender_email: null,
        contact_email: null,
        contact_phone: null,
        colour_primary: null,
      },
    },
    origins,
  )
  expect(subject).toBe('Your invitation to the back office of Nova Gifts')
  expect(link).toBe('https://gifts.example/admin/login#invitation=abc')
  expect(text).toContain(
    'admin@gifts.example invites you to the back office of Nova Gifts, to handle its leads.',
  )
  expect(text).toContain(`Accept the invitation:\n${link}`)
  expect(text).toContain('until 1 Dec 2026, 12:10 am IST. If')
})
