import { expect, test, vi } from 'vitest'

import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import { createBackend } from '@giftwell/shared/kernel/backend.ts'
import { ImageError } from '@giftwell/shared/images/prepare-image.ts'
import { createMemoryPlatform } from '@giftwell/shared/testing/memory-platform.ts'
import { preparedImage, storedImage } from '@giftwell/shared/testing/some-images.ts'
import { createImageUpload, type ImageUploadEffects } from './image-upload.ts'

const photo = new File(['a photo'], 'mug.jpg', { type: 'image/jpeg' })
const other = new File(['another photo'], 'bottle.jpg', { type: 'image/jpeg' })

/** A store whose dependencies succeed, except those that a test changes. */
function openForm(storedUrl: string | null, changed: Partial<ImageUploadEffects> = {}) {
  let uploads = 0
  const effects = {
    backend: createBackend(
      { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' },
      createMemoryPlatform().sessionStorage,
    ),
    prepare: vi.fn<ImageUploadEffects['prepare']>((file) =>
      Promise.resolve(
        preparedImage(new File([file], file.name.replace('.jpg', '.webp'), { type: 'image/webp' })),
      ),
    ),
    upload: vi.fn<ImageUploadEffects['upload']>(() =>
      Promise.resolve(storedImage(`/images/${(uploads += 1)}.webp`)),
    ),
    ...changed,
  }
  return { store: createImageUpload(effects, storedUrl === null ? null : storedImage(storedUrl)), ...effects }
}

/** Waits as `prepare` and `upload` do when their signal ends them. */
function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
  })
}

test('the form starts with the image of its record', async () => {
  const { store, upload } = openForm('/images/old.webp')
  expect(store.getState()).toEqual({
    image: { kind: 'stored', stored: storedImage('/images/old.webp') },
    activity: { step: 'idle' },
    isChanged: false,
  })
  expect(await store.upload()).toEqual(storedImage('/images/old.webp'))
  expect(upload).not.toHaveBeenCalled()
})

test('a form without an image saves none', async () => {
  const { store } = openForm(null)
  expect(store.getState().image).toEqual({ kind: 'none' })
  expect(await store.upload()).toBeNull()
})

test('a chosen photo is prepared at once, and uploaded when it is saved', async () => {
  const { store, upload } = openForm(null)
  store.choose(photo)
  expect(store.getState()).toMatchObject({ activity: { step: 'preparing' }, isChanged: true })
  await vi.waitFor(() => expect(store.getState().activity.step).toBe('idle'))
  expect(store.getState()).toMatchObject({
    image: { kind: 'chosen', prepared: { file: { name: 'mug.webp' } } },
    isChanged: true,
  })
  expect(upload).not.toHaveBeenCalled()
  expect(await store.upload()).toEqual(storedImage('/images/1.webp'))
})

test('saving waits for a photo that is being prepared', async () => {
  const { store } = openForm('/images/old.webp')
  store.choose(photo)
  expect(await store.upload()).toEqual(storedImage('/images/1.webp'))
})

test('a refused file shows the reason and leaves the image unchanged', async () => {
  const { store } = openForm('/images/old.webp', {
    prepare: () => Promise.reject(new ImageError('not-an-image', 'mug.jpg is not an image.')),
  })
  store.choose(photo)
  await vi.waitFor(() =>
    expect(store.getState()).toEqual({
      image: { kind: 'stored', stored: storedImage('/images/old.webp') },
      activity: { step: 'refused', message: 'mug.jpg is not an image.' },
      isChanged: false,
    }),
  )
  expect(await store.upload()).toEqual(storedImage('/images/old.webp'))
})

test('saving fails when the chosen file turns out not to be an image', async () => {
  const { store } = openForm(null, {
    prepare: () => Promise.reject(new ImageError('not-an-image', 'mug.jpg is not an image.')),
  })
  store.choose(photo)
  await expect(store.upload()).rejects.toMatchObject({ name: 'ImageError' })
})

test('choosing again cancels the first preparation and ignores its result', async () => {
  const signals: (AbortSignal | undefined)[] = []
  const { store } = openForm(null, {
    prepare: (file, signal) => {
      signals.push(signal)
      return file === photo ? untilAborted(signal) : Promise.resolve(preparedImage(file))
    },
  })
  store.choose(photo)
  store.choose(other)
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false])
  await vi.waitFor(() =>
    expect(store.getState().image).toMatchObject({ kind: 'chosen', prepared: { file: other } }),
  )
})

test('removing clears the image and cancels its preparation', async () => {
  const { store } = openForm('/images/old.webp', { prepare: (_, signal) => untilAborted(signal) })
  store.choose(photo)
  store.remove()
  expect(store.getState()).toEqual({ image: { kind: 'none' }, activity: { step: 'idle' }, isChanged: true })
  expect(await store.upload()).toBeNull()
})

test('an upload notifies its listeners of its progress', async () => {
  const { store } = openForm(null, {
    upload: (_, __, options) => {
      options?.onProgress?.(0.25)
      return Promise.resolve(storedImage('/images/1.webp'))
    },
  })
  const steps: unknown[] = []
  const stop = store.subscribe(() => steps.push(store.getState().activity))
  store.choose(photo)
  await store.upload()
  expect(steps).toEqual([
    { step: 'preparing' },
    { step: 'idle' },
    { step: 'uploading', sent: 0 },
    { step: 'uploading', sent: 0.25 },
    { step: 'idle' },
  ])
  stop()
  store.remove()
  expect(steps).toHaveLength(5)
})

test('an upload that fails keeps the image, and the next try works', async () => {
  const upload = vi.fn<ImageUploadEffects['upload']>(() => Promise.resolve(storedImage('/images/1.webp')))
  upload.mockRejectedValueOnce(new AppError('offline', 'The server cannot be reached.'))
  const { store } = openForm(null, { upload })
  store.choose(photo)
  await expect(store.upload()).rejects.toMatchObject({ kind: 'offline' })
  expect(store.getState()).toMatchObject({
    image: { kind: 'chosen' },
    activity: { step: 'failed', message: 'The server cannot be reached.' },
  })
  expect(await store.upload()).toEqual(storedImage('/images/1.webp'))
  expect(store.getState().activity).toEqual({ step: 'idle' })
})

test('a cancelled upload is no failure and keeps the image', async () => {
  const { store } = openForm(null, { upload: (_, __, options) => untilAborted(options?.signal) })
  store.choose(photo)
  const uploading = store.upload()
  await vi.waitFor(() => expect(store.getState().activity.step).toBe('uploading'))
  store.cancel()
  await expect(uploading).rejects.toMatchObject({ name: 'AbortError' })
  expect(store.getState()).toMatchObject({ image: { kind: 'chosen' }, activity: { step: 'idle' } })
})

test('an uploaded image is not uploaded again after saving the record failed', async () => {
  const { store, upload } = openForm(null)
  store.choose(photo)
  expect(await store.upload()).toEqual(storedImage('/images/1.webp'))
  expect(await store.upload()).toEqual(storedImage('/images/1.webp'))
  expect(upload).toHaveBeenCalledTimes(1)
})

test('once saved, the form shows the new image', async () => {
  const { store } = openForm('/images/old.webp')
  store.choose(photo)
  await store.upload()
  store.saved()
  // The shown picture stays, because the form still has its file.
  expect(store.getState()).toMatchObject({
    image: { kind: 'stored', stored: storedImage('/images/1.webp'), file: expect.any(File) },
    isChanged: false,
  })
})

test('leaving the form cancels its upload', async () => {
  const { store } = openForm(null, { upload: (_, __, options) => untilAborted(options?.signal) })
  store.choose(photo)
  const uploading = store.upload()
  await vi.waitFor(() => expect(store.getState().activity.step).toBe('uploading'))
  store.discard()
  await expect(uploading).rejects.toMatchObject({ name: 'AbortError' })
})

test('reset replaces the image with the one that another user saved', async () => {
  const { store } = openForm('/images/old.webp')
  store.choose(photo)
  store.reset(storedImage('/images/theirs.webp'))
  expect(store.getState()).toEqual({
    image: { kind: 'stored', stored: storedImage('/images/theirs.webp') },
    activity: { step: 'idle' },
    isChanged: false,
  })
})
