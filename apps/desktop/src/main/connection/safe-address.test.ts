import { expect, test } from 'vitest'

import { isSecretKey, readSiteAddress } from './create-connection.ts'

test.each([
  ['https://gifts.example.com', 'https://gifts.example.com'],
  ['gifts.example.com', 'https://gifts.example.com'],
  ['  gifts.example.com/  ', 'https://gifts.example.com'],
  ['HTTPS://Gifts.Example.com/admin/leads?page=2#top', 'https://gifts.example.com'],
  ['gifts.example.com:8443/catalogue', 'https://gifts.example.com:8443'],
  ['geschenke-für-ärzte.example', 'https://xn--geschenke-fr-rzte-2qb76b.example'],
  ['intranet', 'https://intranet'],
  ['localhost:3000', 'http://localhost:3000'],
  ['http://localhost:3000/admin', 'http://localhost:3000'],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://127.1:3000', 'http://127.0.0.1:3000'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
  ['https://localhost', 'https://localhost'],
])('%j means %s', (typed, origin) => {
  expect(readSiteAddress(typed)).toEqual({ origin })
})

const insecure = 'The address must begin with https://.'
const none = 'This is not the address of a website. Enter one like https://gifts.example.com.'

test.each([
  ['', 'Enter the address of your Giftwell website.'],
  ['   ', 'Enter the address of your Giftwell website.'],
  ['http://gifts.example.com', insecure],
  ['http://127.0.0.1.evil.example', insecure],
  ['http://localhost.evil.example', insecure],
  ['http://192.168.1.5', insecure],
  ['ftp://gifts.example.com', insecure],
  ['file:///etc/passwd', none],
  ['giftwell-app://app/', insecure],
  ['javascript:alert(1)', none],
  ['our gift website', none],
  ['https://', none],
  ['https://gifts..example:99999', none],
  ['https://ada:secret@gifts.example.com', 'Enter the address without a user name and a password.'],
  ['https://gifts.example.com@evil.example', 'Enter the address without a user name and a password.'],
])('%j is refused: %s', (typed, reason) => {
  expect(readSiteAddress(typed)).toEqual({ reason })
})

const token = (claims: unknown) =>
  ['header', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'signature'].join('.')

test.each([
  ['a new secret key', 'sb_secret_demo', true],
  ['an old secret key', token({ iss: 'supabase', role: 'service_role' }), true],
  ['a new publishable key', 'sb_publishable_demo', false],
  ['an old publishable key', token({ iss: 'supabase', role: 'anon' }), false],
  ['a token without claims', 'a.b.c', false],
  ['a word', 'publishable', false],
])('%s', (_name, key, isSecret) => {
  expect(isSecretKey(key)).toBe(isSecret)
})
