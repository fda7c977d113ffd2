import { expect, test } from 'vitest'

import { fillTimeLeft, minFillTimeMs } from './use-form-guard.tsx'

test.each([
  [0, minFillTimeMs],
  [500, minFillTimeMs - 500],
  [minFillTimeMs, 0],
  [1e9, 0],
  // A clock that ran backwards does not extend the wait.
  [-1e9, minFillTimeMs],
])('a form in sight for %d ms waits %d ms', (inSight, left) => {
  expect(fillTimeLeft(inSight)).toBe(left)
})
