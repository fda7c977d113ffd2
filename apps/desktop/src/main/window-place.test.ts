import { expect, test } from 'vitest'

import { findPlace, type WindowPlace } from './window-place.ts'

const main = { x: 0, y: 25, width: 1920, height: 1055 }
const right = { x: 1920, y: 0, width: 1280, height: 1024 }
const above = { x: 0, y: -1080, width: 1920, height: 1080 }
const small = { x: 0, y: 0, width: 640, height: 480 }

function place(changed: Partial<WindowPlace> = {}): WindowPlace {
  return { x: 100, y: 100, width: 1000, height: 700, isMaximized: false, ...changed }
}

test('the first window stands in the middle of the main screen', () => {
  expect(findPlace(null, [main, right])).toEqual({
    x: 320,
    y: 123,
    width: 1280,
    height: 860,
    isMaximized: false,
  })
})

test('a small screen is filled and not exceeded', () => {
  expect(findPlace(null, [small])).toEqual({ ...small, isMaximized: false })
})

test('a window opens where it was', () => {
  expect(findPlace(place(), [main])).toEqual(place())
  expect(findPlace(place({ x: 2000, y: 50 }), [main, right])).toEqual(place({ x: 2000, y: 50 }))
  expect(findPlace(place({ y: -900 }), [main, above])).toEqual(place({ y: -900 }))
  expect(findPlace(place({ isMaximized: true }), [main]).isMaximized).toBe(true)
})

test('a window whose screen is gone comes to the middle of the main one, maximised if it was', () => {
  expect(findPlace(place({ x: 2000, isMaximized: true }), [main])).toEqual({
    x: 320,
    y: 123,
    width: 1280,
    height: 860,
    isMaximized: true,
  })
})

test.each([
  ['too far right', { x: 1800, y: 100 }, { x: 920, y: 100 }],
  ['too far left', { x: -900, y: 100 }, { x: 0, y: 100 }],
  ['too far up', { x: 100, y: -500 }, { x: 100, y: 25 }],
  ['too far down', { x: 100, y: 1000 }, { x: 100, y: 380 }],
])('a window that is %s is brought back whole', (_name, kept, { x, y }) => {
  expect(findPlace(place(kept), [main])).toEqual(place({ x, y }))
})

test('a window of which next to nothing is to be seen is no longer there', () => {
  expect(findPlace(place({ x: 1900 }), [main]).x).toBe(320)
})

test('a window between two screens goes to the one that shows most of it', () => {
  expect(findPlace(place({ x: 1700 }), [main, right])).toEqual(place({ x: 1920 }))
  expect(findPlace(place({ x: 1200 }), [main, right])).toEqual(place({ x: 920 }))
})

test('a window is no smaller than can be worked with and no larger than its screen', () => {
  expect(findPlace(place({ width: 10, height: 10, x: 500, y: 500 }), [main]).width).toBe(1280)
  expect(findPlace(place({ width: 100, height: 100 }), [main])).toMatchObject({ width: 720, height: 520 })
  expect(findPlace(place({ width: 5000, height: 5000 }), [main])).toEqual({ ...main, isMaximized: false })
  expect(findPlace(place({ x: 10, y: 10 }), [small])).toEqual({ ...small, isMaximized: false })
})
