import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractLiterals } from './supabase-lite/filter-literals.ts'
import { redirectTarget, siteAt } from './http/site-config.ts'
import { rounds } from './testing/rounds.ts'
import { contentError } from './images/image-content.ts'

/** The same values in every run; fast-check names the seed and the smallest value that fails. */
const runs = { seed: 20_261_121, numRuns: rounds(200, 1000) }

const site = siteAt(3000, 'https://gifts.example')

test.each(
  [
    [
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '///evil.example',
      '/\t/evil.example',
      '\n//evil.example',
    ],
    [
      'https://evil.example',
      'https:/\\evil.example',
      'https://gifts.example@evil.example',
      'https://gifts.example.evil',
    ],
    [
      'https://admin@gifts.example/',
      'https://gifts.example:444/',
      'http://gifts.example/',
      'javascript:alert(1)',
    ],
    [
      'data:text/html,x',
      'blob:https://gifts.example/x',
      'giftwell://admin',
      'https://gifts.example%2eevil.example',
    ],
    ['https://gifts。evil', '／／evil.example/', 'https://[::1', '', '\u0000', 'file:///etc/passwd'],
  ].flat(),
)('a link in an e-mail with the redirect %j leads to the site', (requested) => {
  expect(new URL(redirectTarget(site, requested)).origin).toBe('https://gifts.example')
})

test.each(['/%2f%2fevil.example', '/..//evil.example', '/path?next=//evil.example', '/@evil.example'])(
  'a path of the site that looks like another URL (%j) leads to the site',
  (requested) => {
    expect(new URL(redirectTarget(site, requested)).origin).toBe('https://gifts.example')
  },
)

test('a link in an e-mail leads to the site for any redirect, without credentials or a fragment', () => {
  const part = fc.constantFrom(
    'https:',
    'http:',
    '//',
    '/',
    '\\',
    '@',
    ':',
    'gifts.example',
    'evil.example',
    '..',
    '%2f',
    '\t',
    '?',
    '#',
    'ü',
  )
  const requested = fc.oneof(
    fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
    fc.webUrl(),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(requested, (address) => {
      const target = new URL(redirectTarget(site, address))
      expect(target.origin).toBe('https://gifts.example')
      expect([target.username, target.password, target.hash]).toEqual(['', '', ''])
      // Parsing it again as a browser does changes nothing.
      expect(new URL(target.href).href).toBe(target.href)
    }),
    runs,
  )
})

test('literals of any filters are extracted and restored, and names do not change', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 10 }),
    fc.constantFrom('"', '\\', '(', ')', ',', '.', 'null'),
  )
  const parameter = fc.tuple(
    fc.oneof(fc.constantFrom('name', 'or', 'and', 'not.or', 'select', 'order', 'limit', 'themes.name'), text),
    fc
      .tuple(
        fc.constantFrom('', 'eq.', 'not.eq.', '(name.eq."', '(name.like."', 'in.('),
        text,
        fc.constantFrom('', '")', ')'),
      )
      .map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(fc.array(parameter, { maxLength: 5 }), (parameters) => {
      const query = new URLSearchParams(parameters)
      const before = [...query.keys()].toSorted()
      const aside = extractLiterals(query, 'id')
      expect([...query.keys()].toSorted()).toEqual(before)
      const all = query.toString()
      for (const word of aside.keys())
        expect(all.split(new URLSearchParams({ word }).toString().slice(5))).toHaveLength(2)
    }),
    runs,
  )
})

test('an upload of any bytes is accepted or rejected and never fails', () => {
  const start = fc.constantFrom(
    '',
    '\u0089PNG\r\n\u001a\n',
    'GIF89a',
    'RIFF\0\0\0\0WEBPVP8X',
    '\u00ff\u00d8\u00ff\u00e0',
    '\0\0\0\u001cftypavif',
  )
  fc.assert(
    fc.property(
      start,
      fc.uint8Array({ maxLength: 400 }),
      fc.constantFrom('png', 'jpg', 'gif', 'webp', 'avif', 'svg'),
      (head, rest, kind) => {
        const bytes = Buffer.concat([Buffer.from(head, 'latin1'), rest])
        const refused = contentError(`1.${kind}`, `image/${kind === 'jpg' ? 'jpeg' : kind}`, bytes)
        expect([400, 413, 415, undefined]).toContain(refused?.status)
      },
    ),
    runs,
  )
})
