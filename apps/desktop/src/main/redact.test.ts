import { expect, test } from 'vitest'

import { createRedact } from './redact.ts'

const redact = createRedact('/Users/Ada Byron')
const onWindows = createRedact('C:\\Users\\Ada Byron')

test.each([
  [
    'an e-mail address',
    'no answer for ada.byron+gifts@mail.example.co.in today',
    'no answer for [e-mail] today',
  ],
  ['an encoded one', 'mail=ada%40example.com', 'mail=[e-mail]'],
  ['a phone number', 'called +91 98765 43210 twice', 'called [number] twice'],
  ['a token', 'got eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl back', 'got [token] back'],
  ['a header', 'Authorization: Bearer abcdef123456', 'Authorization: Bearer [secret]'],
  ['a key', 'sent sb_publishable_abc123 along', 'sent [token] along'],
  ['a named secret', '{"password":"correct horse"}', '{"password":"[secret] horse"}'],
  ['a long secret', `refresh ${'a1'.repeat(24)} refused`, 'refresh [token] refused'],
  [
    'a query',
    'GET https://x.test/rest/v1/leads?name=eq.Ada&x=1 failed',
    'GET https://x.test/rest/v1/leads?[query] failed',
  ],
  ['a fragment', 'opened https://x.test/#access_token=abc&type=recovery', 'opened https://x.test/?[query]'],
  ['a file in quotes', "ENOENT: open '/Volumes/Gifts of Ada/mug.png'", "ENOENT: open '[path]'"],
  ['a file of the person', 'EACCES: /Users/Ada Byron/Desktop/my leads.csv', 'EACCES: [path]'],
  ['a file elsewhere', 'EACCES: /Volumes/Gifts of Ada/my leads.csv', 'EACCES: [path]'],
  ['a folder with a space', 'EACCES: /Gifts of Ada/leads.csv', 'EACCES: [path]'],
  ['a file in a stack', 'at read (/Volumes/Ada B/x.js:1:2)', 'at read ([path]'],
  ['a file with an explanation', 'no /Volumes/Ada B/x y.png (ENOENT)', 'no [path] (ENOENT)'],
  ['a file in one of several lines', 'no /Volumes/Ada B/x\nfor 2/3 of it', 'no [path]\nfor 2/3 of it'],
  ['an address of a file', 'at file:///Volumes/Gifts of Ada/leads.csv', 'at [path]'],
  ['a server', 'EACCES: \\\\server\\ada byron\\my leads.csv', 'EACCES: [path]'],
])('%s does not reach the log', (_name, text, redacted) => {
  expect(redact(text)).toBe(redacted)
})

test.each([
  ["EPERM: rename 'C:\\Users\\Ada Byron\\leads.csv'", "EPERM: rename '[path]'"],
  ["EPERM: rename 'c:/users/ada byron/leads.csv'", "EPERM: rename '[path]'"],
  ['EPERM: C:\\Users\\Ada Byron\\my leads.csv', 'EPERM: [path]'],
  ['EPERM: D:\\Gifts of Ada\\my leads.csv', 'EPERM: [path]'],
  ['EPERM: D:/Gifts of Ada/leads.csv (locked)', 'EPERM: [path] (locked)'],
])('on Windows: %s', (text, redacted) => {
  expect(onWindows(text)).toBe(redacted)
})

test.each([
  'storage:get was refused: area, key',
  'The page stopped: crashed (5)',
  'Giftwell 1.2.3 starts on darwin',
  'GET https://demo.supabase.co/rest/v1/leads answered 503',
  'The update 1.4.0 is at 50%',
  'lead 5f1c2d3e-0000-4000-8000-000000000000 was announced',
])('"%s" is left as it is', (text) => {
  expect(redact(text)).toBe(text)
})

test('where something happened in our own code stays readable, and where the app is installed does not', () => {
  const stack = [
    'Error: no',
    '    at open (file:///Users/Ada%20Byron/Applications/Giftwell.app/Contents/Resources/app.asar/out/main/main.js:12:34)',
    '    at start (/Users/Ada Byron/my own giftwell/out/main/main.js:56:7)',
    '    at async giftwell-app://app/assets/index-a1.js:8:9',
    '    at node:internal/fs:1:2',
  ].join('\n')
  const redacted = redact(stack)
  expect(redacted).toContain('main.js:12:34')
  expect(redacted).toContain('index-a1.js:8:9')
  expect(redacted).toContain('node:internal/fs:1:2')
  expect(redacted).not.toMatch(/Ada|Byron|my own|Users|Applications/)
  expect(redacted).toContain('start (main.js:56:7)')
})

test('a redacted text is not changed by redacting it again', () => {
  const once = redact("ENOENT '/a/b c' for ada@example.com with Bearer abcdefgh and +91 98765 43210")
  expect(redact(once)).toBe(once)
})

test('without a home folder everything else is still redacted', () => {
  expect(createRedact('')('ada@example.com')).toBe('[e-mail]')
})
