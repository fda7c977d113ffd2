import { expect, test, vi } from 'vitest'

import { createPhotoDrafts, draftNameOf, type PhotoProgress } from './photo-drafts.ts'

const photos = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map((name) => new File(['x'], name))

test.each([
  ['steel-mug_blue.jpg', 'steel mug blue'],
  ['Copper  Bottle -- 500 ml.WEBP', 'Copper Bottle 500 ml'],
  ['500ml-bottle.jpeg', '500ml bottle'],
  ['Mug v1.2.png', 'Mug v1.2'],
  ['IMG_0042.HEIC', 'IMG_0042'],
  ['IMG-20260101-WA0007.jpg', 'IMG-20260101-WA0007'],
  ['DSC_0042.JPG', 'DSC_0042'],
  ['PXL_20260101_101112.jpg', 'PXL_20260101_101112'],
  ['20260101_101112.jpg', '20260101_101112'],
  ['P1010001.JPG', 'P1010001'],
  ['.jpg', 'Photo'],
])('a photo %s makes a draft named %s', (file, name) => {
  expect(draftNameOf(file)).toBe(name)
})

test('a draft’s name is at most 200 characters long', () => {
  expect(draftNameOf(`${'a'.repeat(300)}.jpg`)).toHaveLength(200)
})

test('photos are taken two at a time, and one that fails is named while the others go on', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const seen: PhotoProgress[] = []
  let running = 0
  let most = 0
  const end = await createPhotoDrafts(
    photos,
    async ({ name }) => {
      most = Math.max(most, (running += 1))
      await Promise.resolve()
      running -= 1
      if (name === 'b.jpg') throw new Error('b.jpg is empty.')
    },
    { signal: new AbortController().signal, onProgress: (progress) => seen.push(progress) },
  )
  expect(most).toBe(2)
  expect(end).toEqual({ created: 3, failed: [{ photo: photos[1], reason: 'b.jpg is empty.' }] })
  expect(seen.map(({ created, failed }) => created + failed.length)).toEqual([1, 2, 3, 4])
})

test('aborting starts no other photo, and the one that was aborted has not failed', async () => {
  const abort = new AbortController()
  const started: string[] = []
  const end = await createPhotoDrafts(
    photos,
    async ({ name }, signal) => {
      started.push(name)
      if (name === 'c.jpg') abort.abort()
      await Promise.resolve()
      signal.throwIfAborted()
    },
    { signal: abort.signal, onProgress: () => undefined },
  )
  expect(started.slice(0, 3)).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
  expect(started).not.toContain('d.jpg')
  expect(end.failed).toEqual([])
})
