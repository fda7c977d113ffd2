import { expect, test } from 'vitest'

import { inspectImage } from './prepare-image.ts'

function png(width: number, height: number): File {
  const header = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex')
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return new File([header], 'poster.png', { type: 'image/png' })
}

test('a text is refused though its name and type are those of a photo', async () => {
  const file = new File(['Mug, 240 rupees'], 'prices.jpg', { type: 'image/jpeg' })
  await expect(inspectImage(file)).rejects.toMatchObject({
    kind: 'not-an-image',
    message: 'prices.jpg cannot be used here. Choose a JPEG, PNG, WebP, AVIF or GIF image.',
  })
})

test('an empty file is refused as such', async () => {
  await expect(inspectImage(new File([], 'photo.jpg'))).rejects.toMatchObject({
    kind: 'empty',
    message: 'photo.jpg is empty.',
  })
})

test('the largest pictures of phones pass: of 40, 48 and 50 megapixels', async () => {
  for (const [width, height] of [
    [7296, 5472],
    [8064, 6048],
    [8160, 6144],
  ] as const) {
    expect(await inspectImage(png(width, height))).toBe('png')
  }
})

test('more pixels than a phone’s memory holds are refused by the header alone', async () => {
  await expect(inspectImage(png(12_000, 9000))).rejects.toMatchObject({
    kind: 'too-many-pixels',
    message: 'poster.png has 108 megapixels. Choose an image of at most 50.',
  })
})
