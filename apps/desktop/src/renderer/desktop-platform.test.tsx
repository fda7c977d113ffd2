import type { SavedFile } from '@giftwell/shared/platform/platform.ts'
import { describePlatform } from '@giftwell/shared/testing/describe-platform.ts'
import { afterEach, expect, test, vi } from 'vitest'

import type { ImageFile } from '../ipc/contract.ts'
import { createDesktopPlatform } from './desktop-platform.ts'
import { connection, createFakeBridge } from './testing/fake-bridge.ts'

afterEach(() => void vi.restoreAllMocks())

const photo = new File(['a photo'], 'photo.jpg', { type: 'image/jpeg' })
const noImage = { name: 'notes.txt', reason: 'notes.txt is not an image.' }

async function read(file: File): Promise<ImageFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  // The tests' files are images by their type.
  return { name: file.name, type: file.type as ImageFile['type'], bytes }
}

describePlatform('the desktop platform', () => {
  const saved: SavedFile[] = []
  let picked: readonly File[] = []
  let agrees = true
  let answer: 'saved' | 'cancelled' = 'saved'
  const bridge = createFakeBridge({
    async pickImages(what) {
      const chosen = what === 'image' ? picked.slice(0, 1) : picked
      return { images: await Promise.all(chosen.map(read)), refused: [] }
    },
    ask: () => Promise.resolve(agrees),
    readDropped: async (files) => ({ images: await Promise.all(files.map(read)), refused: [] }),
    saveFile(name, bytes) {
      if (answer === 'saved') saved.push({ name, content: new Blob([new Uint8Array(bytes)]) })
      return Promise.resolve(answer)
    },
  })
  return {
    platform: createDesktopPlatform(bridge, connection.siteOrigin),
    answerPicker: (files) => void (picked = files),
    saved: () => saved,
    answerQuestion: (answer) => void (agrees = answer),
    cancelSaving: () => void (answer = 'cancelled'),
  }
})

test('session and offline storage are separate', async () => {
  const { sessionStorage, offlineStorage } = createDesktopPlatform(createFakeBridge(), connection.siteOrigin)
  await sessionStorage.setItem('a key', 'a token')
  await offlineStorage?.setItem('a key', 'leads')
  expect(await sessionStorage.getItem('a key')).toBe('a token')
  expect(await offlineStorage?.getItem('a key')).toBe('leads')
})

test('dropped files are read by the main process', async () => {
  const image = await read(photo)
  const readDropped = vi.fn(() => Promise.resolve({ images: [image], refused: [] }))
  const platform = createDesktopPlatform(createFakeBridge({ readDropped }), connection.siteOrigin)
  const dropped = new File([], 'photo.jpg')
  const [file] = await platform.readDropped([dropped])
  expect(readDropped).toHaveBeenCalledExactlyOnceWith([dropped])
  expect(file?.type).toBe('image/jpeg')
  expect(await file?.text()).toBe('a photo')
})

test('dropped files that are not on a disk are used as they are', async () => {
  const platform = createDesktopPlatform(createFakeBridge(), connection.siteOrigin)
  expect(await platform.readDropped([photo])).toEqual([photo])
})

test.each([
  [{}, 'image'],
  [{ multiple: true }, 'images'],
  [{ folder: true }, 'folder'],
])('with %j the system picker is for %s', async (options, what) => {
  const pickImages = vi.fn(() => Promise.resolve({ images: [], refused: [] }))
  await createDesktopPlatform(createFakeBridge({ pickImages }), connection.siteOrigin).pickImages(options)
  expect(pickImages).toHaveBeenCalledExactlyOnceWith(what)
})

test('a refused file rejects with the reason, picked or dropped', async () => {
  const refusal = () => Promise.resolve({ images: [], refused: [noImage] })
  const platform = createDesktopPlatform(
    createFakeBridge({ pickImages: refusal, readDropped: refusal }),
    connection.siteOrigin,
  )
  await expect(platform.pickImages({})).rejects.toThrow('notes.txt is not an image.')
  await expect(platform.readDropped([photo])).rejects.toThrow('notes.txt is not an image.')
})

test('an accepted image among refused files is returned', async () => {
  const image = await read(photo)
  const readDropped = () => Promise.resolve({ images: [image], refused: [noImage] })
  const platform = createDesktopPlatform(createFakeBridge({ readDropped }), connection.siteOrigin)
  expect((await platform.readDropped([photo, photo])).map(({ name }) => name)).toEqual(['photo.jpg'])
})

test('announced leads reach the main process, and its failure is only logged', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const announceLeads = vi.fn(() => Promise.reject(new Error('no notifications')))
  const platform = createDesktopPlatform(createFakeBridge({ announceLeads }), connection.siteOrigin)
  const lead = { id: '00000000-0000-0000-0000-000000000001', name: 'Ada', company: 'Engines' }
  platform.announceLeads([lead])
  await vi.waitFor(() => expect(logged).toHaveBeenCalledTimes(1))
  expect(announceLeads).toHaveBeenCalledExactlyOnceWith([lead])
})
