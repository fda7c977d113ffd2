import { expect, test } from 'vitest'

import { newImageName, publicImageAddress, storedImageName } from './stored-image.ts'

const config = { supabaseUrl: 'https://project.test', supabaseKey: 'publishable' }

test('a new name is a random number with the image’s extension', () => {
  const image = new File(['x'], 'mug. blue.webp', { type: 'image/webp' })
  const names = Array.from({ length: 50 }, () => newImageName(image))
  for (const name of names) expect(name).toMatch(/^[0-9]{1,20}\.webp$/)
  expect(new Set(names).size).toBe(50)
})

test('an image’s name is found again in its public address', () => {
  expect(storedImageName(publicImageAddress(config, '12.webp'))).toBe('12.webp')
})

test.each([
  ['/storage/v1/object/public/product-images/0.5.png', '0.5.png'],
  ['http://another.host:3000/storage/v1/object/public/product-images/7.JPG', '7.JPG'],
  ['https://cdn.test/mug.png', null],
  ['https://cdn.test/storage/v1/object/public/product-images/mug.png', null],
  ['https://cdn.test/see/storage/v1/object/public/product-images/7.png', null],
  ['/storage/v1/object/public/other/7.png', null],
  ['', null],
])('the address %s leads to the stored image %s', (address, name) => {
  expect(storedImageName(address)).toBe(name)
})
