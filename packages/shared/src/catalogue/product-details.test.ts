import { expect, test } from 'vitest'

import { pictureInColour } from './product-details.ts'

test('a chosen colour has the picture that shows it, and one of the first picture or of none has no other', () => {
  const product = {
    colours: [
      { name: 'Red', hex: '#ff0000', picture_position: 1 },
      { name: 'Teal', hex: '#008080', picture_position: 3 },
      { name: 'Plum', hex: '#4a2545' },
    ],
    pictures: [{ url: '/side.jpg' }, { url: '/teal.jpg' }],
  }
  const pictureOf = (...names: string[]) =>
    pictureInColour(
      product,
      names.map((name) => ({ name })),
    )?.url
  expect(['Teal', 'Red', 'Plum', 'Gone'].map((name) => pictureOf(name))).toEqual([
    '/teal.jpg',
    undefined,
    undefined,
    undefined,
  ])
  expect(pictureOf('Plum', 'Teal'), 'the first that has one').toBe('/teal.jpg')
  expect(pictureInColour({}, [])).toBeUndefined()
})
