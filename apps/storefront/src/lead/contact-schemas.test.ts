import { credentialsForm, newCredentialsForm } from '@giftwell/shared/auth/credentials.ts'
import { expect, test } from 'vitest'

import { inquiryForm } from './contact-schemas.ts'

const honest = {
  name: 'A Buyer',
  company: 'Some Company',
  email: 'buyer@company.example',
  phone: '+91 98765 43210',
  message: '',
}

function complaints(
  form: {
    safeParse(value: unknown): {
      success: boolean
      error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined
    }
  },
  value: unknown,
) {
  return form.safeParse(value).error?.issues.map((issue) => [issue.path[0], issue.message]) ?? []
}

test('an honest inquiry is accepted, and the spaces around its values are dropped', () => {
  expect(inquiryForm.parse({ ...honest, name: '  A Buyer ' })).toEqual(honest)
})

test('NUL characters, which no database stores, are dropped', () => {
  expect(inquiryForm.parse({ ...honest, name: '\u0000 A Bu\u0000yer', message: '\u0000' })).toEqual(honest)
})

test.each([
  ['name', '   ', 'Name is required'],
  ['company', '', 'Company is required'],
  ['email', '', 'Email is required'],
  ['email', 'buyer', 'Enter an e-mail address like name@company.com'],
  ['email', 'a b@company.example', 'Enter an e-mail address like name@company.com'],
  ['phone', '', 'Phone is required'],
  ['name', 'x'.repeat(201), 'Name may have at most 200 characters'],
  ['message', 'x'.repeat(5001), 'Message may have at most 5000 characters'],
])('%s %j is refused with its rule', (field, value, message) => {
  expect(complaints(inquiryForm, { ...honest, [field]: value })[0]).toEqual([field, message])
})

test('signing in asks for a password of any length, a new account for a long enough one', () => {
  expect(complaints(credentialsForm('Email'), { email: honest.email, password: 'short' })).toEqual([])
  expect(complaints(newCredentialsForm('Email'), { email: honest.email, password: 'short' })).toEqual([
    ['password', 'Password needs at least 6 characters'],
  ])
  expect(complaints(credentialsForm('Business Email'), { email: '', password: '' })).toEqual([
    ['email', 'Business Email is required'],
    ['email', 'Enter an e-mail address like name@company.com'],
    ['password', 'Password is required'],
  ])
})
