import { expect, test } from 'vitest'

import { catalogueGrid, columnsAt, featuredGrid, sizesIn } from './card-sizes.ts'

/** What a browser makes of the attribute in a window of this width. */
function chosen(sizes: string, windowWidth: number): number {
  for (const size of sizes.split(', ')) {
    const [, upTo = 'Infinity'] = /^\(max-width: ([\d.]+)px\)/.exec(size) ?? []
    if (windowWidth > Number(upTo)) continue
    const [, share, less] = /calc\(([\d.]+)vw - ([\d.]+)px\)$/.exec(size) ?? []
    return share === undefined ? Number.parseFloat(size) : (Number(share) / 100) * windowWidth - Number(less)
  }
  return Number.NaN
}

test.each([
  ['on a phone', 390, 1, 356],
  ['on a large phone', 459, 1, 425],
  ['on a phone on its side', 667, 2, 305.5],
  ['on a tablet', 768, 3, 219.33],
  ['beside the filters', 1024, 2, 308],
  ['on a laptop', 1280, 4, 207],
  ['on a screen wider than the page', 2560, 4, 247],
])('a card of the catalogue %s (%i px)', (_, windowWidth, columns, width) => {
  expect(columnsAt(catalogueGrid, windowWidth)).toBe(columns)
  expect(chosen(sizesIn(catalogueGrid), windowWidth)).toBeCloseTo(width, 1)
})

test.each([
  ['on a phone', 390, 1, 356],
  ['on a tablet', 768, 2, 340],
  ['on a laptop', 1280, 3, 390],
  ['on a screen wider than the page', 1920, 4, 327],
])('a featured card %s (%i px)', (_, windowWidth, columns, width) => {
  expect(columnsAt(featuredGrid, windowWidth)).toBe(columns)
  expect(chosen(sizesIn(featuredGrid), windowWidth)).toBeCloseTo(width, 1)
})

test('every window’s columns fill it', () => {
  for (const grid of [catalogueGrid, featuredGrid]) {
    const sizes = sizesIn(grid)
    for (let windowWidth = 320; windowWidth <= 1600; windowWidth += 1) {
      const page = Math.min(windowWidth, 1440)
      const columns = columnsAt(grid, windowWidth)
      const whole = (chosen(sizes, windowWidth) + 2) * columns + 20 * (columns - 1)
      expect(Math.abs(whole - (page - grid.beside(page))), `${windowWidth} px`).toBeLessThan(0.5)
    }
  }
})
