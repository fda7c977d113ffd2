import { expect, it } from 'vitest'
import { emailInBody } from './email-in-body.ts'

it.each([
  ['{"email":"asha@acme.test"}', 'asha@acme.test'],
  ['{"email":" Asha@ACME.test\\n"}', 'asha@acme.test'],
  ['{"email":"as ha@acme.test","password":1}', 'asha@acme.test'],
  // The fullwidth letters that a service may fold as well.
  ['{"email":"ａsha@acme.test"}', 'asha@acme.test'],
  ['{"email":"first@acme.test","email":"last@acme.test"}', 'last@acme.test'],
  ['[{"email":"asha@acme.test"}]', 'asha@acme.test'],
  ['[{"email":"a@acme.test"},{"email":"b@acme.test"}]', null],
  ['{"email":["asha@acme.test"]}', null],
  ['{"email":null}', null],
  ['{"email":"  "}', null],
  ['{}', null],
  ['null', null],
  ['"asha@acme.test"', null],
  ['{"email":', null],
  ['', null],
])('%s names %s', (body, email) => {
  expect(emailInBody(Buffer.from(body))).toBe(email)
})

it('finds nothing where there is no body', () => {
  expect(emailInBody(null)).toBeNull()
})
