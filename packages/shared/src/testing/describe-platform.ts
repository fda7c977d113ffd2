import { describe, expect, test, vi } from 'vitest'

import type { Platform, SavedFile } from '../platform/platform.ts'

/** A platform and the hands of its person, which differ from one implementation to the next. */
export interface PlatformUnderTest {
  readonly platform: Platform
  /** Begins to choose this file as soon as a picker opens, or cancels it when there is none. */
  answerPicker(file: File | null): void
  /** The files that have reached the person. */
  saved(): readonly SavedFile[]
  /** Answers the next question. */
  answerQuestion(agrees: boolean): void
  /** Cancels the next save dialog; undefined on platforms without one. */
  cancelSaving?(): void
}

/** A platform and another window of the same app. */
export interface WindowsUnderTest {
  readonly platform: Platform
  changeElsewhere(key: string): void
}

/** What every platform promises; each implementation is run through it. */
export function describePlatform(name: string, create: () => PlatformUnderTest): void {
  const photo = new File(['a photo'], 'photo.jpg', { type: 'image/jpeg' })
  const report = { name: 'leads.csv', content: new Blob(['Name,Company']) }

  describe(`The contract of ${name}`, () => {
    test.each(['sessionStorage', 'offlineStorage'] as const)(
      'its %s, if present, returns what was stored',
      async (name) => {
        const store = create().platform[name]
        if (store === null) return
        expect(await store.getItem('a key')).toBeNull()
        await store.setItem('a key', 'first')
        await store.setItem('a key', 'second')
        await store.setItem('another', 'third')
        expect(await store.getItem('a key')).toBe('second')
        expect(await store.keys()).toEqual(expect.arrayContaining(['a key', 'another']))
        await store.removeItem('a key')
        expect(await store.getItem('a key')).toBeNull()
        expect(await store.keys()).not.toContain('a key')
      },
    )

    test('the offline storage is separate from the session and reports whether it persists', async () => {
      const { offlineStorage, sessionStorage } = create().platform
      if (offlineStorage === null) return
      await offlineStorage.setItem('a key', 'leads')
      expect(await sessionStorage.getItem('a key')).toBeNull()
      expect([true, false]).toContain(await offlineStorage.isLasting())
    })

    test('wiping the offline storage keeps the session', async () => {
      const { offlineStorage, sessionStorage } = create().platform
      if (offlineStorage === null) return
      await sessionStorage.setItem('a key', 'a session')
      await offlineStorage.setItem('a key', 'leads')
      await offlineStorage.setItem('another', 'an identity')
      await offlineStorage.clear()
      expect(await offlineStorage.keys()).toEqual([])
      expect(await sessionStorage.getItem('a key')).toBe('a session')
    })

    test('leads can be announced and seen at any time', () => {
      const { platform } = create()
      const lead = { id: '00000000-0000-4000-8000-000000000001', name: 'A buyer', company: 'A company' }
      expect(() => {
        platform.leadsSeen()
        platform.announceLeads([lead])
        platform.announceLeads([])
        platform.showUnanswered(3)
        platform.leadsSeen()
      }).not.toThrow()
    })

    test('the site’s origin is an address without a slash at the end', () => {
      const { siteOrigin } = create().platform
      expect(URL.canParse(siteOrigin)).toBe(true)
      expect(siteOrigin).not.toMatch(/\/$/)
    })

    test('a picked image has its name, type and content', async () => {
      const { platform, answerPicker } = create()
      answerPicker(photo)
      const picked = await platform.pickImage()
      expect([picked?.name, picked?.type]).toEqual(['photo.jpg', 'image/jpeg'])
      expect(await picked?.text()).toBe('a photo')
    })

    test('a question waits for its answer', async () => {
      const { platform, answerQuestion } = create()
      answerQuestion(true)
      expect(await platform.confirm('Delete it?', { action: 'Delete' })).toBe(true)
      answerQuestion(false)
      expect(await platform.confirm('Delete it?', { action: 'Delete' })).toBe(false)
    })

    test('a cancelled picker gives nothing, and the next one works', async () => {
      const { platform, answerPicker } = create()
      answerPicker(null)
      expect(await platform.pickImage()).toBeNull()
      answerPicker(photo)
      expect((await platform.pickImage())?.name).toBe('photo.jpg')
    })

    test('a saved file has its name', async () => {
      const { platform, saved } = create()
      expect(await platform.saveFile(report)).toBe('saved')
      expect(saved().map((file) => file.name)).toEqual(['leads.csv'])
      expect(await saved()[0]?.content.text()).toBe('Name,Company')
    })

    test('a declined file counts as cancelled, where the platform asks', async () => {
      const { platform, saved, cancelSaving } = create()
      cancelSaving?.()
      const answer = await platform.saveFile(report)
      expect(answer).toBe(cancelSaving === undefined ? 'saved' : 'cancelled')
      expect(saved()).toHaveLength(answer === 'saved' ? 1 : 0)
    })
  })
}

/** A platform's further promises, for apps with several windows. */
export function describeSeveralWindows(name: string, create: () => WindowsUnderTest): void {
  describe(`Several windows on ${name}`, () => {
    test('a change in another window notifies once, for its key, until unsubscribed', () => {
      const { platform, changeElsewhere } = create()
      const listener = vi.fn()
      const stop = platform.onSessionChangedElsewhere('a key', listener)
      changeElsewhere('another')
      expect(listener).not.toHaveBeenCalled()
      changeElsewhere('a key')
      expect(listener).toHaveBeenCalledTimes(1)
      stop()
      changeElsewhere('a key')
      expect(listener).toHaveBeenCalledTimes(1)
    })
  })
}
