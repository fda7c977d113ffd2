import { expect, test } from 'vitest'

import { newImageName } from './image-sizes.ts'

test('a new name is a random number with the image’s extension', () => {
  const image = new File(['x'], 'mug. blue.webp', { type: 'image/webp' })
  const names = Array.from({ length: 50 }, () => newImageName(image))
  for (const name of names) expect(name).toMatch(/^[0-9]{1,20}\.webp$/)
  expect(new Set(names).size).toBe(50)
})
