import { expect, test } from 'vitest'

import { FakeWebContents } from '../testing/fake-web-contents.ts'
import { createSendEvent } from './send-event.ts'

test('the page is told what the contract knows', () => {
  const page = new FakeWebContents(1)
  createSendEvent(() => page)('page:open', { path: '/admin/leads' })
  expect(page.sent).toEqual([{ channel: 'page:open', data: { path: '/admin/leads' } }])
})

test.each(['/', '/login', '/administrator', 'https://evil.example', '//evil.example', '/connect/x'])(
  'the page is never told to open %s',
  (path) => {
    const page = new FakeWebContents(1)
    expect(() => createSendEvent(() => page)('page:open', { path })).toThrow('invalid_format')
    expect(page.sent).toEqual([])
  },
)

test('while there is no page, or none any more, nobody is told', () => {
  const page = new FakeWebContents(1)
  page.isDestroyed = () => true
  createSendEvent(() => page)('page:open', { path: '/admin' })
  createSendEvent(() => null)('page:open', { path: '/admin' })
  expect(page.sent).toEqual([])
})
