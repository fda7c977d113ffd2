import { expect, test } from 'vitest'

import { emailCases } from '../testing/email-addresses.ts'
import { cleanEmail } from './email-address.ts'
import { emailAddress } from './form-rules.ts'

test.each(emailCases)('of $typed the form stores $cleaned', ({ typed, cleaned }) => {
  expect(emailAddress('Email').safeParse(typed).data ?? null).toBe(cleaned)
})

test.each([
  ['"asha"@nova.example', 'An e-mail address has no quotes, brackets, commas, colons or backslashes'],
  ['asha', 'Enter an e-mail address like name@company.com'],
  ['\u200b', 'Email is required'],
])('the message for "%s" names the rule: %s', (typed, message) => {
  expect(emailAddress('Email').safeParse(typed).error?.issues[0]?.message).toBe(message)
})

test('blanks in a long text take as long as they are many', { timeout: 10_000 }, () => {
  expect(cleanEmail(`a${' '.repeat(300_000)}b ;`)).toMatch(/b$/)
})
