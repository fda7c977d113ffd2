import { expect, test } from 'vitest'

import { shadesOf } from './product-details.ts'

test('the chosen colours that have a picture are pictured in their order, also in the first picture', () => {
  const product = {
    image_url: '/front.jpg',
    image_widths: [320],
    colours: [
      { name: 'Red', hex: '#ff0000', picture_position: 1 },
      { name: 'Teal', hex: '#008080', picture_position: 3 },
      { name: 'Plum', hex: '#4a2545' },
    ],
    pictures: [{ url: '/side.jpg' }, { url: '/teal.jpg', colour: '#008080' }],
  }
  const shades = (...names: string[]) =>
    shadesOf(
      product,
      names.map((name) => ({ name })),
    )
  expect(shades('Plum', 'Teal', 'Gone', 'Red')).toEqual([
    { name: 'Teal', image_url: '/teal.jpg', image_colour: '#008080' },
    { name: 'Red', image_url: '/front.jpg', image_widths: [320] },
  ])
  expect(shades()).toEqual([])
  expect(shadesOf({ image_url: null }, [{ name: 'Red' }])).toEqual([])
})
