import { expect, test, vi } from 'vitest'

import { fakeDrop } from '@giftwell/shared/testing/fake-drop.ts'
import { findImages, filesFromDrop } from './dropped-files.ts'

const file = (name: string) => new File(['x'], name)
const files = (count: number, extension: string) =>
  Array.from({ length: count }, (_, index) => file(`${index}.${extension}`))
const { signal } = new AbortController()

/** The names of the images in a drop. */
async function namesIn(...dropped: Parameters<typeof fakeDrop>): Promise<readonly string[]> {
  const { images } = await findImages(filesFromDrop(fakeDrop(...dropped)), signal)
  return images.map(({ name }) => name)
}

test('files are taken as they are, whatever their names', async () => {
  expect(await namesIn(file('mug.jpg'), file('notes.txt'))).toEqual(['mug.jpg', 'notes.txt'])
})

test('a folder gives the images in it and below it, in the order of their paths', async () => {
  const deep = { name: 'deep', content: [file('e.avif')] }
  const content = [
    file('b.PNG'),
    { name: 'more', content: [deep, file('c.HEIC')] },
    file('a.png'),
    file('d.tif'),
  ]
  expect(await namesIn({ name: 'photos', content }, file('first.jpg'))).toEqual([
    'first.jpg',
    'a.png',
    'b.PNG',
    'd.tif',
    'c.HEIC',
    'e.avif',
  ])
})

test('other files of a folder, hidden ones and hidden folders are skipped', async () => {
  const thumbnails = { name: '.thumbnails', content: [file('mug.jpg')] }
  const content = [file('prices.csv'), file('jpg'), file('._mug.jpg'), file('mug.jpg'), thumbnails]
  expect(await namesIn({ name: 'photos', content })).toEqual(['mug.jpg'])
})

test('a folder is listed to its end, however few entries the browser gives at once', async () => {
  expect(await namesIn({ name: 'photos', content: files(250, 'jpg') })).toHaveLength(250)
})

test('nothing of a file is read', async () => {
  const read = vi.spyOn(Blob.prototype, 'arrayBuffer')
  await namesIn({ name: 'photos', content: [file('mug.jpg')] })
  expect(read).not.toHaveBeenCalled()
})

test('what cannot be read is named with a reason, and the rest is found', async () => {
  const locked = { name: 'locked', content: files(250, 'png'), failsAfter: 100 }
  const gone = { name: 'gone.jpg', isUnreadable: true } as const
  const dropped = filesFromDrop(fakeDrop({ name: 'photos', content: [gone, locked, file('mug.jpg')] }))
  const { images, refused } = await findImages(dropped, signal)
  expect(images).toHaveLength(101)
  expect(refused).toEqual([
    { name: 'locked', reason: 'Not all of this folder could be read.' },
    { name: 'gone.jpg', reason: 'This file could not be read.' },
  ])
})

test('folders without images are refused by name', async () => {
  const papers = { name: 'papers', content: [file('prices.csv')] }
  await expect(namesIn(papers, { name: 'empty', content: [] })).rejects.toThrow(
    'There are no images in papers, empty.',
  )
  await expect(namesIn()).rejects.toThrow('There are no images in what was dropped.')
  expect(await namesIn(papers, file('mug.jpg'))).toEqual(['mug.jpg'])
})

test('folders of up to 20,000 entries are listed, and of more none', async () => {
  const half = { name: 'half', content: files(9_999, 'csv') }
  const disk = { name: 'disk', content: [file('mug.jpg'), half] }
  expect(await namesIn(disk, half)).toEqual(['mug.jpg'])
  await expect(namesIn(disk, half, { name: 'more', content: [file('pen.jpg')] })).rejects.toThrow(
    'The folders hold more than 20,000 files. Drop fewer at a time.',
  )
})

test('aborting stops the search', async () => {
  const abort = new AbortController()
  const found = findImages(
    filesFromDrop(fakeDrop({ name: 'photos', content: files(250, 'jpg') })),
    abort.signal,
  )
  abort.abort()
  await expect(found).rejects.toThrow(abort.signal.reason)
})
