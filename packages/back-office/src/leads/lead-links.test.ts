import { expect, test } from 'vitest'

import { leadOf } from '../testing/show-leads.tsx'
import { callLink, defaultReply, mailLink, mailTo, replyLink, replyText, whatsAppLink } from './lead-links.ts'

test.each([
  ['asha@example.com', 'mailto:asha@example.com'],
  ['asha+gifts@example.com', 'mailto:asha%2Bgifts@example.com'],
  ['a?bcc=b@example.com', 'mailto:a%3Fbcc%3Db@example.com'],
  ['a,b@example.com', 'mailto:a%2Cb@example.com'],
])('mail to %j goes there and nowhere else', (address, link) => {
  expect(mailLink(address)).toBe(link)
})

const replier = { site: 'Giftwell', signature: 'Asha Rao\nGiftwell' }

test('a reply greets, lists what was asked for, is signed, and has the subject of the acknowledgement', () => {
  const items = [
    { position: 2, name: 'Pen', quantity: null, note: null },
    { position: 1, name: 'Mug & saucer', quantity: 400, note: 'Blue' },
  ]
  const link = new URL(replyLink(defaultReply, leadOf(1, { lead_items: items }), replier))
  expect(link.pathname).toBe('person1@example.com')
  expect(link.searchParams.get('subject')).toBe('Re: Your inquiry GW-00000000')
  expect(link.searchParams.get('body')?.replaceAll('\r\n', '\n')).toBe(
    'Hello Person 1,\n\nThank you for your inquiry GW-00000000. You asked for:\n\n- 400 × Mug & saucer (Blue)\n- Pen\n\nKind regards\nAsha Rao\nGiftwell',
  )
})

test('products that have no room in a link are counted, and what is no placeholder stays', () => {
  const lead = leadOf(1, {
    selected_products: Array.from({ length: 1000 }, (_none, index) => `Gift ${index}`),
  })
  for (const link of [replyLink(defaultReply, lead, replier), whatsAppLink(defaultReply, lead, replier)]) {
    expect(link?.length).toBeLessThanOrEqual(1900)
    expect(decodeURIComponent(link ?? '')).toMatch(/- Gift 0\r?\n.*- and \d+ more/s)
  }
  expect(replyText('{name} {company} {price} {toString}', lead, replier)).toBe(
    'Person 1 Company 1 {price} {toString}',
  )
  expect(replyLink('x'.repeat(3000), lead, replier)).toBe(
    'mailto:person1@example.com?subject=Re%3A%20Your%20inquiry%20GW-00000000',
  )
})

test('a link to what was written has its text, as far as there is room', () => {
  expect(mailTo('a@b.example', 'Re: A & B', 'One\nTwo')).toBe(
    'mailto:a@b.example?subject=Re%3A%20A%20%26%20B&body=One%0D%0ATwo',
  )
  expect(mailTo('a@b.example', 'Re', 'x'.repeat(3000))).toBe('mailto:a@b.example?subject=Re')
})

test('a reminder names the last quotation that was sent, and reads well without one', () => {
  const text = 'Have you seen our {quotation}?'
  expect(replyText(text, leadOf(1), { ...replier, quotation: 'GW2627/0042' })).toBe(
    'Have you seen our quotation GW2627/0042?',
  )
  expect(replyText(text, leadOf(1), replier)).toBe('Have you seen our quotation?')
})

test.each([
  ['200 hampers for Diwali', '200 hampers for Diwali'],
  ['x'.repeat(121), `${'x'.repeat(120)}...`],
  [' ', 'a quote'],
  [null, 'a quote'],
])('a reply to a lead without products quotes its message %j', (message, quote) => {
  expect(replyText('You asked for: {products}', leadOf(1, { message }), replier)).toBe(
    `You asked for: ${quote}`,
  )
})

test.each([
  ['क', 119],
  ['🎁', 59],
])('a quoted message of many %s has room in a link', (character, times) => {
  const lead = leadOf(1, { message: `a${character.repeat(500)}` })
  const body = new URL(replyLink(defaultReply, lead, replier)).searchParams.get('body')
  expect(body).toContain(`a${character.repeat(times)}...`)
})

test.each([
  ['+91 98765-43210', '919876543210'],
  ['098765 43210', '919876543210'],
  ['9876543210', '919876543210'],
  ['0044 20 7946 0958', '442079460958'],
  ['after six', undefined],
  ['12345', undefined],
])('on WhatsApp the number %j is %j', (phone, number) => {
  expect(whatsAppLink('Hi', leadOf(1, { phone }), replier)).toBe(number && `https://wa.me/${number}?text=Hi`)
})

test.each([
  ['+91 98765-43210', 'tel:+919876543210'],
  ['(080) 2345', 'tel:0802345'],
  ['after six', undefined],
  ['+', undefined],
])('the number %j is called as %j', (phone, link) => {
  expect(callLink(phone)).toBe(link)
})
