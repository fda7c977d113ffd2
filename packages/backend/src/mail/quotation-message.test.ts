import { describe, expect, it } from 'vitest'
import type { QuotationMail } from './quotation-message.ts'
import { queuedMessage } from './queued-message.ts'

const origins = { site: 'https://gifts.example', images: null }
const amounts = {
  amount: 1_000_000,
  discount: 0,
  taxable: 1_000_000,
  cgst: 90_000,
  sgst: 90_000,
  igst: 0,
  total: 1_180_000,
  per_gift: 11_800,
}
const seller = {
  legal_name: 'Gifts',
  address: null,
  gstin: '31AAPFU0939F1ZM',
  state: '31',
  is_composition: false,
  bank_details: null,
  credit_note: null,
  rounds_off: true,
}
const mail = {
  id: '11111111-1111-4111-8111-111111111111',
  kind: 'quotation',
  to: 'asha@nova.example',
  attempt: 1,
  created_at: '2026-11-23T10:00:00+00:00',
  reference: 'GW2627/0042-R2',
  token: 'abc123',
  site: {
    name: 'Gifts',
    colour_primary: null,
    sender_email: null,
    contact_email: 'hello@gifts.example',
    contact_phone: null,
  },
  quotation: {
    id: '22222222-2222-4222-8222-222222222222',
    number: 'GW2627/0042',
    revision: 2,
    sent_at: '2026-11-23T10:00:00Z',
    content: {
      discount: null,
      terms: null,
      buyer: {
        name: 'Asha Rao',
        company: 'Nova',
        email: 'asha@nova.example',
        phone: '1',
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
      message: 'As discussed.',
      lines: [
        {
          id: '33333333-3333-4333-8333-333333333333',
          product_id: null,
          code: null,
          name: 'Mug',
          colour: 'Red',
          note: null,
          group: null,
          option: null,
          hsn: null,
          gst_rate: 1800,
          is_charge: false,
          image_url: null,
          quantities: [{ quantity: 100, price_paise: 10_000 }],
        },
      ],
    },
    valid_until: '2026-12-05',
    frozen: {
      seller,
      place: { state: '31', tax: 'cgst_utgst', why: 'seller' },
      choice: { quantities: {}, options: {} },
      figures: { ...amounts, lines: [amounts], round_off: 0 },
    },
    accepted: null,
    event: null,
  },
} as const satisfies QuotationMail

/** The e-mail after something was done. */
const after = (
  kind: QuotationMail['kind'],
  event: NonNullable<QuotationMail['quotation']['event']> | null,
  more: Partial<QuotationMail> = {},
) => queuedMessage({ ...mail, kind, quotation: { ...mail.quotation, event }, ...more }, origins)

const written =
  'The artwork is at https://drive.google.com/file/d/1?usp=sharing (v1.final.pdf).\nFrom 5.30 at Rs.500. Questions: asha@zzgifts.in, www.zzgifts.in/help.'

describe('an e-mail about a quotation', () => {
  it.each([
    [
      'its message',
      queuedMessage(
        {
          ...mail,
          quotation: { ...mail.quotation, content: { ...mail.quotation.content, message: written } },
        },
        origins,
      ),
    ],
    ['an answer', after('quotation_answer', { kind: 'comment', name: 'Sales', value: { text: written } })],
    ['a reason', after('quotation_reopened', { kind: 'reopened', name: 'Sales', value: { text: written } })],
  ])('%s of staff arrives as they wrote it, with its links to press', (_name, { text, html }) => {
    expect(text).toContain(written)
    const links = [...html.matchAll(/<a href="([^"]*)" [^>]*>([^<]*)<\/a>/g)].map(([, href, label]) => [
      href,
      label,
    ])
    expect(links.slice(0, 3)).toEqual([
      ['https://drive.google.com/file/d/1?usp=sharing', 'https://drive.google.com/file/d/1?usp=sharing'],
      ['mailto:asha@zzgifts.in', 'asha@zzgifts.in'],
      ['https://www.zzgifts.in/help', 'www.zzgifts.in/help'],
    ])
    expect(html).toContain('(v1.final.pdf).<br>From 5.30 at Rs.500.')
  })

  it('of a revision lists what changed since the buyer had it, twenty parts at most', () => {
    const { content } = mail.quotation
    const [mug] = content.lines
    const before = {
      ...mail.quotation,
      revision: 1,
      content: { ...content, lines: [{ ...mug, quantities: [{ quantity: 100, price_paise: 12_000 }] }] },
    }
    const written = (quotation: QuotationMail['quotation']) => queuedMessage({ ...mail, quotation }, origins)
    const { text } = written({ ...mail.quotation, before })
    expect(text).toContain('What changed:')
    expect(text).toContain('Mug in Red: Price: ₹100.00 (was ₹120.00)')
    const lines = Array.from({ length: 30 }, (_, id) => ({
      ...mug,
      id: String(id),
      name: `Mug ${id}`,
    }))
    const many = written({ ...mail.quotation, before: { ...before, content: { ...content, lines } } })
    expect(many.text).toContain('and 11 more')
    expect(written({ ...mail.quotation, before: null }).text).not.toContain('What changed')
  })

  it('of a revision has what staff changed as they wrote it, and makes no link of what the buyer states', () => {
    const { content } = mail.quotation
    const [mug] = content.lines
    const before = { ...mail.quotation, revision: 1 }
    const quotation = {
      ...mail.quotation,
      before,
      content: {
        ...content,
        terms: 'Pay at https://pay.zz.in',
        buyer: { ...content.buyer, billing_address: '1 Ring Road, www.evil.example' },
        lines: [{ ...mug, name: 'Dr.Morepen Kit v1.final' }],
      },
    }
    const { text, html } = queuedMessage({ ...mail, quotation }, origins)
    expect(text).toContain('Name: Dr.Morepen Kit v1.final (was Mug)')
    expect(text).toContain('Pay at https://pay.zz.in')
    expect(html).toContain('<a href="https://pay.zz.in"')
    expect(text).toContain('1 Ring Road, www. evil. example')
    expect(html).not.toContain('href="https://www.evil')
  })

  it('has the names of gifts as staff wrote them', () => {
    const { content } = mail.quotation
    const [mug] = content.lines
    const name = 'Dr.Morepen Kit v1.final'
    const quotation = { ...mail.quotation, content: { ...content, lines: [{ ...mug, name, colour: null }] } }
    expect(after('acceptance', null, { quotation }).text).toContain(`100 × ${name} at`)
    const answer = { kind: 'comment', name: 'Sales', value: { text: 'Yes', line: mug.id } }
    const answered = after('quotation_answer', answer, { quotation: { ...quotation, event: answer } })
    expect(answered.text).toContain(`answered on ${name} in quotation`)
    const asked = { kind: 'approved', name: 'Meera', value: { chosen: `100 of ${name}` } }
    expect(after('quotation_answer', asked).text).toContain(`Choice: 100 of ${name}`)
  })

  it('the texts of strangers make no links', () => {
    const value = { by: 'approver', email: 'ravi@nova.example', text: 'See https://evil.example' }
    const { text, html } = after(
      'quotation_notice',
      { kind: 'comment', name: 'www.evil.example', value },
      { token: null },
    )
    expect(text).toContain('See https: //evil. example')
    expect(html).not.toContain('href="https://evil')
    expect(text.split('\n'), 'by which its file is erased with the colleague').toContain(
      'Email: ravi@nova.example',
    )
  })

  it('takes the buyer to it', () => {
    const { subject, text, link, replyTo } = queuedMessage(mail, origins)
    expect([subject, replyTo]).toEqual(['Quotation GW2627/0042-R2', 'hello@gifts.example'])
    const headers = { lead: 'a lead', reply_to: 'sales@gifts.example', references: [] }
    const answeredAt = (more: object) =>
      queuedMessage(
        { ...mail, headers: { ...headers, ...more } },
        { ...origins, replyAddress: (id, about) => `${about} ${id}` },
      ).replyTo
    expect(answeredAt({ quotation: 'a quotation' })).toBe('quotation a quotation')
    expect(answeredAt({}), 'of an earlier database').toBe('lead a lead')
    expect(answeredAt({ lead: null, quotation: 'a quotation' })).toBe('sales@gifts.example')
    expect(link, 'which is logged').toBeNull()
    expect(text).toBe(`Hello Asha Rao,

Here is our quotation GW2627/0042-R2. It replaces the earlier revisions.

As discussed.

Total: ₹11,800.00
Per gift, all in: ₹118.00
Valid until: 5 Dec 2026

Open the quotation:
https://gifts.example/q/abc123

There you can choose, comment, ask for a change, and accept or decline it.

No account is needed. Anyone with the link can answer in your name, so share it with care.

GST at the rate on the invoice’s date. This is a quotation, not a tax invoice.

Gifts
https://gifts.example
`)
  })

  it('tells a colleague who asks, and makes no link of what the buyer has typed', () => {
    const { subject, text } = after('approval', {
      kind: 'approval_asked',
      name: 'Asha https://evil.example',
      value: { email: 'ravi@nova.example', name: 'Ravi\nwww.evil.example' },
    })
    expect(subject).toBe('Your approval of quotation GW2627/0042-R2')
    expect(text).toContain('Hello Ravi www. evil. example,')
    expect(text).toContain('asks for your approval of quotation GW2627/0042-R2.')
    expect(text.match(/https?:\/\/\S+/g)).toEqual(['https://gifts.example/q/abc123', 'https://gifts.example'])
  })

  it('tells the asker what a colleague has decided with the note, and the seller without it', () => {
    const choice = { quantities: {}, options: {} }
    const figures = { ...mail.quotation.frozen.figures, total: 18_681_000 }
    const event = {
      kind: 'approved',
      name: 'Meera',
      value: { email: 'cfo@nova.example', chosen: '200 of Mug' },
      note: '1.87 lakh is fine',
    }
    const quotation = { ...mail.quotation, asked: { choice, figures }, event }
    const asker = after('quotation_answer', event, { quotation })
    expect(asker.subject).toBe('Quotation GW2627/0042-R2 is approved by Meera')
    expect(asker.text).toContain('Choice: 200 of Mug\nTotal: ₹1,86,810.00\nNote: 1.87 lakh is fine')
    const seller = after('quotation_notice', event, { quotation, token: null })
    expect(seller.text).toContain('Choice: 200 of Mug\nTotal: ₹1,86,810.00')
    expect(seller.text).not.toContain('lakh')
  })

  it('tells a buyer of a step of the order, with the links of its parcels, and of a proof to decide', () => {
    const value = {
      about: 'dispatched',
      order: 'GW-O2627/0007',
      text: '60 of Mug, by Swift, number A 1, https://swift.example/track/A%201\n40 of Pen',
    }
    const dispatched = after('quotation_answer', { kind: 'news', name: 'Sales', value })
    expect(dispatched.subject).toBe('Dispatched: order GW-O2627/0007')
    expect(dispatched.text).toContain(
      '60 of Mug, by Swift, number A 1, https://swift.example/track/A%201\n40 of Pen',
    )
    expect(dispatched.html).toContain('<a href="https://swift.example/track/A%201"')
    const proof = after('quotation_answer', {
      kind: 'news',
      name: 'Sales',
      value: { about: 'proof', order: 'GW-O2627/0007', text: 'Mug' },
    })
    expect(proof.subject).toBe('Proof for order GW-O2627/0007')
    expect(proof.text).toContain('A proof is ready. Please approve it, or ask for a change:')
  })

  it('says how it is taxed where it has a total, and what is left to choose to the buyer alone', () => {
    const { content } = mail.quotation
    const quantities = [100, 200].map((quantity) => ({ quantity, price_paise: 10_000 }))
    const lines = content.lines.map((line) => ({ ...line, quantities }))
    const textAfter = (kind: QuotationMail['kind'], event: string) =>
      after(kind, null, {
        quotation: {
          ...mail.quotation,
          content: { ...content, lines },
          event: { kind: event, name: 'Asha', value: { text: 'Yes' } },
        },
      }).text
    const [sent, approval, answer, news] = [
      textAfter('quotation', 'sent'),
      textAfter('approval', 'approval_asked'),
      textAfter('quotation_answer', 'comment'),
      textAfter('quotation_answer', 'news'),
    ]
    expect([sent, approval, answer, news].map((text) => text.includes('not a tax invoice'))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(sent).toContain('To choose: Quantity of Mug')
    expect(approval).not.toContain('To choose')
  })

  it('tells both sides what was accepted, to the paisa', () => {
    const accepted = {
      name: 'Asha Rao',
      designation: 'Head of Procurement',
      purchase_order: 'PO-7',
      at: '2026-11-30T18:45:00Z',
      choice: { quantities: {}, options: {} },
      figures: mail.quotation.frozen.figures,
    }
    const quotation = { ...mail.quotation, accepted }
    const buyers = after('acceptance', null, { quotation })
    for (const words of [
      'Accepted by: Asha Rao, Head of Procurement',
      'On: 1 Dec 2026, 12:15 am IST',
      'Purchase order number: PO-7',
      '- 100 × Mug in Red at ₹100.00: ₹10,000.00',
      'CGST: ₹900.00\nUTGST: ₹900.00\nTotal: ₹11,800.00\nPer gift, all in: ₹118.00',
      'https://gifts.example/q/abc123',
    ])
      expect(buyers.text).toContain(words)
    const sellers = after('acceptance', null, { quotation, token: null, to: 'sales@gifts.example' })
    expect(sellers.text).toContain(
      'https://gifts.example/admin/quotations/22222222-2222-4222-8222-222222222222',
    )
    expect(sellers.text).not.toContain('/q/')
    expect(sellers.replyTo).toBe('asha@nova.example')
  })

  it('tells both sides and the colleague that another choice was approved than is accepted', () => {
    const choice = { quantities: {}, options: {} }
    const accepted = {
      name: 'Asha Rao',
      designation: null,
      purchase_order: null,
      at: '2026-11-30T18:45:00Z',
      choice,
      figures: mail.quotation.frozen.figures,
    }
    const event = { kind: 'accepted', name: 'Asha Rao', value: {} }
    const approvals = [{ name: 'Meera', chosen: '200 of Mug', total_paise: 18_681_000 }]
    const quotation = { ...mail.quotation, accepted, approvals, event }
    const words = 'A different choice was approved: 200 of Mug, ₹1,86,810.00, by Meera'
    expect(after('acceptance', event, { quotation }).text).toContain(words)
    expect(after('acceptance', event, { quotation, token: null }).text).toContain(words)
    const colleague = after('approval', event, { quotation, to: 'cfo@nova.example' })
    expect(colleague.subject).toBe('Quotation GW2627/0042-R2 is accepted with another choice')
    expect(colleague.text).toContain(words)
    expect(colleague.text).toContain('accepted, with a different choice from the one that you approved.')
    expect(colleague.text).toContain('Total: ₹11,800.00')
    expect(colleague.text).not.toContain('asks for your approval')
    expect(after('acceptance', event, { quotation: { ...quotation, approvals: null } }).text).not.toContain(
      'A different choice was approved',
    )
  })

  it.each([
    ['declined', { reason: 'price', text: 'Too dear' }, 'declined', 'Reason: Price\nText: Too dear'],
    ['change_asked', { text: 'In blue' }, 'change asked for', 'Text: In blue'],
    ['comment', { text: 'In blue?' }, 'new comment', 'Text: In blue?'],
    ['rejected', { note: 'Too dear' }, 'rejected by a colleague', 'Note: Too dear'],
  ])('tells the seller what the buyer has done: %s', (kind, value, subject, words) => {
    const notice = after('quotation_notice', { kind, name: 'Asha Rao', value }, { token: null })
    expect(notice.subject).toBe(`Quotation GW2627/0042-R2: ${subject}`)
    expect(notice.text).toContain(words)
    expect(notice.text).toContain('/admin/quotations/22222222-2222-4222-8222-222222222222')
  })

  it('has the code, and no link, where one is asked for', () => {
    const { text } = after('quotation_code', null, { token: 'AB12CD34' })
    expect(text).toContain('AB12 CD34')
    expect(text).not.toContain('/q/')
  })

  it('has the answer of the staff, on which line, and takes the buyer to it', () => {
    const value = { text: 'Yes, in blue.\nSee www.evil.example', line: mail.quotation.content.lines[0].id }
    const answered = after('quotation_answer', { kind: 'comment', name: 'Sales', value })
    expect(answered.subject).toBe('Our answer on quotation GW2627/0042-R2')
    expect(answered.text).toContain(`Hello Asha Rao,

We have answered on Mug in quotation GW2627/0042-R2:

Yes, in blue.
See www.evil.example

Open the quotation:
https://gifts.example/q/abc123`)
    expect(answered.replyTo).toBe('hello@gifts.example')
    expect(answered.html).toContain('Yes, in blue.')
    const onWhole = after('quotation_answer', { kind: 'comment', name: 'Sales', value: { text: 'Yes' } })
    expect(onWhole.text).toContain('We have answered on quotation GW2627/0042-R2:')
  })

  it('says that it is open again, and why', () => {
    const { subject, text } = after('quotation_reopened', {
      kind: 'reopened',
      name: 'Sales',
      value: { text: 'Another quantity' },
    })
    expect(subject).toBe('Quotation GW2627/0042-R2 is open again')
    expect(text).toContain('Reason: Another quantity')
  })
})
