import { expect, test } from 'vitest'

import { phonesOf, phoneTexts } from './phones.ts'

test('both numbers are dialled by their digits, and the second one says what it is for', () => {
  const site = {
    contact_phone: '+91 (22) 2345-6789',
    second_phone: '98765 43210',
    second_phone_label: 'Orders, 24x7',
  }
  expect(phonesOf(site)).toEqual([
    { text: '+91 (22) 2345-6789', link: 'tel:+912223456789' },
    { text: '98765 43210 (Orders, 24x7)', link: 'tel:9876543210' },
  ])
})

test('a number that is not set is not shown, nor a label without one', () => {
  expect(phoneTexts({ contact_phone: null, second_phone: '1234567' })).toEqual(['1234567'])
  expect(phoneTexts({ second_phone_label: 'Orders' })).toEqual([])
  expect(phoneTexts({})).toEqual([])
})
