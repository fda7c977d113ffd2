import { describe, expect, test } from 'vitest'

import { arrangePreview, previewSubtitle } from './preview.ts'

const products = (count: number) => Array.from({ length: count }, (_, place) => `product ${place}`)
const kinds = (count: number, total: number) =>
  arrangePreview(products(count), total).map((item) => item.kind)
const times = (kind: string, count: number) => Array.from({ length: count }, () => kind)

describe('the preview of anonymous visitors', () => {
  test('shows eight cards, the interruption, four blurred cards and six locked places of a large catalogue', () => {
    expect(kinds(12, 3200)).toEqual([
      ...times('full', 8),
      'interruption',
      ...times('blurred', 4),
      ...times('locked', 6),
    ])
  })

  test('uses the first twelve results even if it is given more', () => {
    expect(kinds(40, 12)).toEqual([...times('full', 8), 'interruption', ...times('blurred', 4)])
  })

  test('is not interrupted by eight results or fewer', () => {
    expect(kinds(8, 8)).toEqual(times('full', 8))
    expect(kinds(3, 3)).toEqual(times('full', 3))
  })

  test('is interrupted by the ninth result, which is blurred', () => {
    expect(kinds(9, 9)).toEqual([...times('full', 8), 'interruption', 'blurred'])
  })

  test.each([
    [12, 0],
    [13, 1],
    [17, 5],
    [18, 6],
    [19, 6],
  ])('of %i results in total ends with %i locked places', (total, locked) => {
    expect(kinds(12, total).filter((kind) => kind === 'locked')).toHaveLength(locked)
  })

  test('keeps the order of the results', () => {
    const shown = arrangePreview(products(12), 12).flatMap((item) =>
      'product' in item ? [item.product] : [],
    )
    expect(shown).toEqual(products(12))
  })
})

describe('the line above the preview', () => {
  test('counts, and invites to sign in when there is more than the preview', () => {
    expect(previewSubtitle(12, 3200)).toBe('Viewing 12 of 3200 products • Sign in to see all 3200 products')
  })

  test('only counts when the preview shows everything', () => {
    expect(previewSubtitle(12, 12)).toBe('Viewing 12 of 12 products')
    expect(previewSubtitle(0, 0)).toBe('Viewing 0 of 0 products')
  })
})
