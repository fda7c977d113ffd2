import { expect, test } from 'vitest'

import { callLink, mailLink, replyLink } from './lead-links.ts'

test.each([
  ['asha@example.com', 'mailto:asha@example.com'],
  ['asha+gifts@example.com', 'mailto:asha%2Bgifts@example.com'],
  ['a?bcc=b@example.com', 'mailto:a%3Fbcc%3Db@example.com'],
  ['a,b@example.com', 'mailto:a%2Cb@example.com'],
])('mail to %j goes there and nowhere else', (address, link) => {
  expect(mailLink(address)).toBe(link)
})

test('a reply has a subject', () => {
  expect(replyLink('asha@example.com')).toBe('mailto:asha@example.com?subject=Your%20inquiry%20to%20Giftwell')
})

test.each([
  ['+91 98765-43210', 'tel:+919876543210'],
  ['(080) 2345', 'tel:0802345'],
  ['after six', undefined],
  ['+', undefined],
])('the number %j is called as %j', (phone, link) => {
  expect(callLink(phone)).toBe(link)
})
