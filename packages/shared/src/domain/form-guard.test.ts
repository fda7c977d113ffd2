import { expect, test } from 'vitest'

import { fillTimeLeft, shortestFillTime } from './form-guard.ts'

test.each([
  [0, shortestFillTime],
  [500, shortestFillTime - 500],
  [shortestFillTime, 0],
  [1e9, 0],
  // A clock that ran backwards does not extend the wait.
  [-1e9, shortestFillTime],
])('a form in sight for %d ms waits %d ms', (inSight, left) => {
  expect(fillTimeLeft(inSight)).toBe(left)
})
