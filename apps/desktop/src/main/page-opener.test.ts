import { expect, test } from 'vitest'

import { FakeWebContents } from '../testing/fake-web-contents.ts'
import { createSendEvent } from './page-opener.ts'

test('a valid event is sent to the page', () => {
  const page = new FakeWebContents(1)
  createSendEvent(() => page)('page:open', { path: '/admin/leads' })
  expect(page.sent).toEqual([{ channel: 'page:open', data: { path: '/admin/leads' } }])
})

test.each(['/', '/login', '/administrator', 'https://evil.example', '//evil.example', '/settings/x'])(
  'an event to open %s throws',
  (path) => {
    const page = new FakeWebContents(1)
    expect(() => createSendEvent(() => page)('page:open', { path })).toThrow('invalid_format')
    expect(page.sent).toEqual([])
  },
)

test('events are dropped without a page', () => {
  const page = new FakeWebContents(1)
  page.isDestroyed = () => true
  createSendEvent(() => page)('page:open', { path: '/admin' })
  createSendEvent(() => null)('page:open', { path: '/admin' })
  expect(page.sent).toEqual([])
})
