import { expect, test } from 'vitest'

import { type KeptPage, nextKeptPage } from './kept-page.ts'

const ada = { id: 'ada', email: 'ada@example.com' }
const bob = { id: 'bob', email: 'bob@example.com' }
const shown: KeptPage = { user: ada, hasEnded: false }
const waiting: KeptPage = { user: ada, hasEnded: true }

test.each([
  ['nothing is kept for nobody', null, { user: null, isLoading: false }, false, null],
  ['nothing is kept while it loads', null, { user: ada, isLoading: true }, false, null],
  ['a page is shown', null, { user: ada, isLoading: false }, true, shown],
  ['a session that ends by itself keeps it', shown, { user: null, isLoading: false }, false, waiting],
  ['it waits', waiting, { user: null, isLoading: false }, false, waiting],
  ['it waits while the role is read', waiting, { user: ada, isLoading: true }, false, waiting],
  ['it goes on for the same user', waiting, { user: ada, isLoading: false }, true, shown],
  ['it is gone for another user', waiting, { user: bob, isLoading: true }, false, null],
  [
    'another user has a page of their own',
    waiting,
    { user: bob, isLoading: false },
    true,
    { user: bob, hasEnded: false },
  ],
  ['it is gone with the role', waiting, { user: ada, isLoading: false }, false, null],
  ['one’s own sign-out takes it away', shown, { user: ada, isLoading: true }, false, null],
] as const)('%s', (_, kept, auth, mayShow, next) => {
  expect(nextKeptPage(kept, auth, mayShow)).toEqual(next)
})

test('what does not change is the same, so that a render comes to an end', () => {
  expect(nextKeptPage(shown, { user: { ...ada }, isLoading: false }, true)).toBe(shown)
  expect(nextKeptPage(waiting, { user: null, isLoading: false }, false)).toBe(waiting)
})
