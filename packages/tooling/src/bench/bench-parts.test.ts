import { expect, test } from 'vitest'

import { benchParts, chosenParts } from './bench-parts.ts'

test('Without a name every part runs, with names only those, in the order of the list', () => {
  expect(chosenParts([], ['weight', 'catalogue', 'start'])).toEqual(['weight', 'catalogue', 'start'])
  expect(chosenParts(['start', 'weight'], ['weight', 'catalogue', 'start'])).toEqual(['weight', 'start'])
})

test('A name that no part has is answered with those that there are', () => {
  expect(() => chosenParts(['speed'], ['weight', 'start'])).toThrow(
    'There is no benchmark named speed; there are: weight, start.',
  )
})

test.each(Object.entries(benchParts))('The part %s bears the name it is asked for by', async (name, load) => {
  expect((await load()).name).toBe(name)
})
