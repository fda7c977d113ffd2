import { expect, it } from 'vitest'
import { acceptedEncoding, encodings } from './content-encoding.ts'

it.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0', null],
  ['identity', null],
  ['brotli', null],
  ['', null],
  [undefined, null],
])('answers a client that takes %j with %j', (header, encoding) => {
  expect(acceptedEncoding(header, encodings)).toBe(encoding)
})

it('offers only what is at hand', () => {
  expect(acceptedEncoding('br, gzip', ['gzip'])).toBe('gzip')
  expect(acceptedEncoding('br', ['gzip'])).toBeNull()
})
