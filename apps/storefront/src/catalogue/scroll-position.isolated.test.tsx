import { expect, test, vi } from 'vitest'

/** The module as a newly loaded page has it. */
async function load(navigation: 'navigate' | 'reload' = 'reload') {
  vi.resetModules()
  Object.assign(performance, { getEntriesByType: () => [{ type: navigation }] })
  return import('./scroll-position.ts')
}

test('a position in the list survives a reload', async () => {
  const before = await load()
  before.savePosition('entry', { product: 569, top: -12 })
  const after = await load()
  expect(after.savedPosition('entry')).toEqual({ product: 569, top: -12 })
})

test('an address that is typed into the tab begins at the top', async () => {
  const before = await load()
  before.savePosition('default', { product: 569, top: 0 })
  before.savePosition('other', { product: 12, top: 0 })
  const after = await load('navigate')
  expect(after.savedPosition('default')).toBeUndefined()
  expect(after.savedPosition('other')).toEqual({ product: 12, top: 0 })
})

test.each(['nonsense', '{"a":1}', '[["entry",null]]', '[["entry",{"product":"x","top":1}]]'])(
  'a stored value of another version is ignored: %s',
  async (stored) => {
    window.sessionStorage.setItem('giftwell-positions', stored)
    expect((await load()).savedPosition('entry')).toBeUndefined()
  },
)

test('only the fifty newest positions are stored', async () => {
  const { savePosition } = await load()
  for (let entry = 0; entry <= 50; entry += 1) savePosition(`${entry}`, { product: entry, top: 0 })
  const after = await load()
  expect(after.savedPosition('0')).toBeUndefined()
  expect(after.savedPosition('50')).toEqual({ product: 50, top: 0 })
})

test('the address names the first product in view, not at the top, and adds nothing to the history', async () => {
  const { putPositionInAddress } = await load()
  window.history.replaceState({ key: 'entry' }, '', '/catalogue?theme=Dry%20Fruit')
  const { length } = window.history
  const addressAt = (product: number, entry = 'entry') => {
    putPositionInAddress(entry, product)
    return window.location.search
  }
  expect(addressAt(0)).toBe('?theme=Dry%20Fruit')
  expect(addressAt(96)).toBe('?theme=Dry+Fruit&from=97')
  expect(addressAt(144, 'another entry')).toBe('?theme=Dry+Fruit&from=97')
  expect(addressAt(0)).toBe('?theme=Dry+Fruit')
  expect([window.history.length, window.history.state]).toEqual([length, { key: 'entry' }])
})

test.each([
  ['?theme=Diwali&from=97', { product: 96, top: 80 }],
  ['?from=3200', { product: 3199, top: 80 }],
  ['?from=3201', undefined],
  ['?from=1', undefined],
  ['?from=-5', undefined],
  ['?from=1.5', undefined],
  ['?from=x', undefined],
  ['', undefined],
])('the position in %s of 3200 products is %o', async (search, position) => {
  expect((await load()).positionInAddress(search, 3200)).toEqual(position)
})
