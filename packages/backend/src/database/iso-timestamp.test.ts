import { expect, it } from 'vitest'
import { isoTimestamp } from './iso-timestamp.ts'

it.each([
  ['2026-11-21 07:15:10+00', '2026-11-21T07:15:10+00:00'],
  ['2026-11-21 07:15:10.123456+00', '2026-11-21T07:15:10.123456+00:00'],
  ['2026-11-21 12:45:10+05:30', '2026-11-21T12:45:10+05:30'],
  ['12026-11-21 07:15:10-03', '12026-11-21T07:15:10-03:00'],
  ['infinity', 'infinity'],
  ['0044-03-15 00:00:00+00 BC', '0044-03-15 00:00:00+00 BC'],
])('writes PostgreSQL’s %s as %s', (text, iso) => {
  expect(isoTimestamp(text)).toBe(iso)
})
