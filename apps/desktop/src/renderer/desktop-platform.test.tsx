import type { SavedFile } from '@giftwell/shared/platform/platform.ts'
import { describePlatform } from '@giftwell/shared/testing/describe-platform.ts'
import { expect, test, vi } from 'vitest'

import type { ImageFile } from '../ipc/contract.ts'
import { createDesktopPlatform } from './desktop-platform.ts'
import { connection, createFakeBridge } from './testing/fake-bridge.ts'

async function read(file: File): Promise<ImageFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  // The tests' files are images by their type.
  return { name: file.name, type: file.type as ImageFile['type'], bytes }
}

describePlatform('the desktop platform', () => {
  const saved: SavedFile[] = []
  let picked: File | null = null
  let agrees = true
  let answer: 'saved' | 'cancelled' = 'saved'
  const bridge = createFakeBridge({
    pickImage: async () => (picked === null ? null : { image: await read(picked) }),
    ask: () => Promise.resolve(agrees),
    saveFile(name, bytes) {
      if (answer === 'saved') saved.push({ name, content: new Blob([new Uint8Array(bytes)]) })
      return Promise.resolve(answer)
    },
  })
  return {
    platform: createDesktopPlatform(bridge, connection.siteOrigin),
    answerPicker: (file) => void (picked = file),
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

test('a refused file rejects with the reason', async () => {
  const pickImage = () => Promise.resolve({ refused: 'notes.txt is not an image.' })
  const platform = createDesktopPlatform(createFakeBridge({ pickImage }), connection.siteOrigin)
  await expect(platform.pickImage()).rejects.toThrow('notes.txt is not an image.')
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
