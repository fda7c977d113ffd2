import { expect, test, vi } from 'vitest'

import { createLeadKeeper } from './lead-keeper.ts'

const minute = 60_000

function setUp() {
  let now = 0
  const keep = vi.fn(() => Promise.resolve())
  const keeper = createLeadKeeper(keep, () => now)
  return {
    keep,
    async looked(after: number, hasNews: boolean) {
      now += after
      keeper(hasNews)
      await new Promise((resolve) => setImmediate(resolve))
      return keep.mock.calls.length
    },
  }
}

test('leads are kept after the first look, then when some are new, and otherwise every quarter of an hour', async () => {
  const { looked } = setUp()
  expect(await looked(0, false)).toBe(1)
  expect(await looked(minute, false)).toBe(1)
  expect(await looked(minute, true)).toBe(2)
  expect(await looked(14 * minute, false)).toBe(2)
  expect(await looked(minute, false)).toBe(3)
})

test('leads that come in close together are kept once a minute, and none is left out', async () => {
  const { looked } = setUp()
  await looked(0, false)
  expect(await looked(minute / 2, true)).toBe(1)
  expect(await looked(minute / 2, false)).toBe(2)
})

test('what could not be kept is kept after the next look', async () => {
  const { looked, keep } = setUp()
  keep.mockRejectedValueOnce(new Error('no answer'))
  expect(await looked(0, false)).toBe(1)
  expect(await looked(minute, false)).toBe(2)
  expect(await looked(minute, false)).toBe(2)
})

test('one at a time', async () => {
  const { looked, keep } = setUp()
  const keeping = Promise.withResolvers<void>()
  keep.mockReturnValueOnce(keeping.promise)
  await looked(0, false)
  expect(await looked(20 * minute, true)).toBe(1)
  keeping.resolve()
  await keeping.promise
  expect(await looked(minute, false)).toBe(2)
})
