import { expect, test } from 'vitest'

import { events } from '../ipc/contract.ts'
import { findDeepLink, parseDeepLink } from './single-instance.ts'

test.each([
  ['giftwell://admin', '/admin'],
  ['giftwell://admin/', '/admin'],
  ['giftwell://admin/leads', '/admin/leads'],
  ['giftwell://admin/leads/', '/admin/leads'],
  ['giftwell://admin/client-logos', '/admin/client-logos'],
  ['GIFTWELL://Admin/Leads', '/admin/leads'],
  [
    'giftwell://admin/leads/5f1c2d3e-0000-4000-8000-000000000000',
    '/admin/leads/5f1c2d3e-0000-4000-8000-000000000000',
  ],
])('%s opens %s', (link, path) => {
  expect(parseDeepLink(link)).toBe(path)
  expect(events['page:open'].safeParse({ path }).success).toBe(true)
})

test.each([
  ['another scheme', 'https://admin/leads'],
  ['the app’s own scheme', 'giftwell-app://app/admin/leads'],
  ['a scheme that begins like ours', 'giftwell2://admin/leads'],
  ['another host', 'giftwell://evil/leads'],
  ['a host that begins like ours', 'giftwell://admin.evil.example/leads'],
  ['a host behind a user', 'giftwell://admin@evil/leads'],
  ['a user', 'giftwell://ada:secret@admin/leads'],
  ['a port', 'giftwell://admin:8080/leads'],
  ['the website', 'giftwell://catalogue'],
  ['another page of the app', 'giftwell://connect'],
  ['no host', 'giftwell:///admin/leads'],
  ['no slashes', 'giftwell:admin/leads'],
  ['nothing', 'giftwell://'],
  ['a query', 'giftwell://admin/leads?search=x'],
  ['a token in the query', 'giftwell://admin?token_hash=abc&type=recovery'],
  ['a fragment', 'giftwell://admin/leads#x'],
  ['a token in the fragment', 'giftwell://admin#access_token=abc'],
  ['dots', 'giftwell://admin/../secret'],
  ['encoded dots', 'giftwell://admin/%2e%2e/secret'],
  ['an encoded slash', 'giftwell://admin/%2f%2fevil.example'],
  ['two slashes', 'giftwell://admin//evil.example'],
  ['a backslash', 'giftwell://admin\\leads'],
  ['a script', 'giftwell://admin/javascript:alert(1)'],
  ['markup', 'giftwell://admin/<img src=x>'],
  ['a quote and an option', 'giftwell://admin/leads" --inspect=9229 "'],
  ['a space', 'giftwell://admin/leads x'],
  ['a space before it', ' giftwell://admin/leads'],
  ['a line break after it', 'giftwell://admin/leads\n'],
  ['a NUL', 'giftwell://admin/leads\u0000'],
  ['another alphabet', 'giftwell://admin/lеads'],
  ['a very long part', `giftwell://admin/${'a'.repeat(65)}`],
  ['very many parts', `giftwell://admin${'/a'.repeat(7)}`],
  ['nothing at all', ''],
])('%s is not a deep link', (_name, link) => {
  expect(parseDeepLink(link)).toBeNull()
})

test('the deep link is found in the command line', () => {
  expect(findDeepLink(['C:\\Giftwell.exe', '--allow-file-access', 'giftwell://admin/leads'])).toBe(
    '/admin/leads',
  )
  expect(findDeepLink(['C:\\Giftwell.exe', 'giftwell://evil', '--giftwell://admin'])).toBeNull()
  expect(findDeepLink([])).toBeNull()
})
