import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { describePlatform, describeSeveralWindows } from '../testing/describe-platform.ts'
import type { SavedFile } from './platform.ts'
import { createWebPlatform } from './web-platform.ts'

// jsdom opens no picker, saves nothing and has no addresses for blobs: these are the browser and the person.

const blobs = new Map<string, Blob>()
let downloads: SavedFile[] = []
let choice: File | null = null

function actAsPerson(event: MouseEvent): void {
  const pressed = event.target
  if (pressed instanceof HTMLAnchorElement && pressed.download !== '') {
    event.preventDefault()
    downloads.push({ name: pressed.download, content: blobs.get(pressed.href) ?? new Blob() })
  }
  if (pressed instanceof HTMLInputElement && pressed.type === 'file') {
    Object.defineProperty(pressed, 'files', { value: choice === null ? [] : [choice] })
    pressed.dispatchEvent(new Event(choice === null ? 'cancel' : 'change'))
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  downloads = []
  choice = null
  blobs.clear()
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL(blob: Blob): string {
        const address = `blob:http://localhost/${blobs.size}`
        blobs.set(address, blob)
        return address
      }
      static override revokeObjectURL(address: string): void {
        blobs.delete(address)
      }
    },
  )
  document.addEventListener('click', actAsPerson)
})

afterEach(() => {
  document.removeEventListener('click', actAsPerson)
})

const name = 'the platform of a browser tab'

describePlatform(name, () => ({
  platform: createWebPlatform(window),
  answerPicker: (file) => void (choice = file),
  saved: () => downloads,
  answerQuestion: (agrees) => vi.spyOn(window, 'confirm').mockReturnValueOnce(agrees),
}))

describeSeveralWindows(name, () => ({
  platform: createWebPlatform(window),
  changeElsewhere: (key) => window.dispatchEvent(new StorageEvent('storage', { key })),
}))

test('the picker accepts images, and leaves no element in the page', async () => {
  const platform = createWebPlatform(window)
  const opened: { accept: string; multiple: boolean }[] = []
  document.addEventListener('click', ({ target }) => opened.push(target as HTMLInputElement), { once: true })
  await platform.pickImage()
  expect(opened).toMatchObject([{ accept: 'image/*', multiple: false }])
  expect(document.querySelector('input')).toBeNull()
})

test('the object URL of a saved file is revoked once the browser has had time to read it', async () => {
  await createWebPlatform(window).saveFile({ name: 'leads.csv', content: new Blob(['Name']) })
  expect(blobs.size).toBe(1)
  vi.runAllTimers()
  expect(blobs.size).toBe(0)
  expect(document.querySelector('a')).toBeNull()
})
