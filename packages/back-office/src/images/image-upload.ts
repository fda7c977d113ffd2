import { errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import { type PreparedImage, prepareImage, type StoredImage } from '@giftwell/shared/images/prepare-image.ts'
import { uploadProductImage, removeUnusedImages } from '@giftwell/shared/images/product-images.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'

/** The image of the form: none, the record's, or a chosen one that is prepared for the upload. */
export type ProductImage =
  | { readonly kind: 'none' }
  /** `file` is set after an upload in this form, to preview it without a request. */
  | { readonly kind: 'stored'; readonly stored: StoredImage; readonly file?: File }
  | { readonly kind: 'chosen'; readonly prepared: PreparedImage }

/** The current step or the last error; messages are sentences for the user. */
export type ImageActivity =
  | { readonly step: 'idle' }
  | { readonly step: 'preparing' }
  | { readonly step: 'refused'; readonly message: string }
  | { readonly step: 'uploading'; readonly sent: number }
  | { readonly step: 'failed'; readonly message: string }

/** The field's state. */
export interface ImageUploadState {
  readonly image: ProductImage
  readonly activity: ImageActivity
  /** Whether the image differs from the record's. */
  readonly isChanged: boolean
}

/** The store behind `useImageUpload`. */
export interface ImageUploadStore {
  getState(): ImageUploadState
  subscribe(listener: () => void): () => void
  /** Prepares a file to replace the current image, which stays if the file is not an image. */
  choose(file: File): void
  /** Shows why the platform refused a file; the current image stays. */
  refuse(reason: string): void
  /** Removes the image and aborts a preparation. */
  remove(): void
  show(stored: StoredImage): void
  /** Resets to the record's image. */
  reset(stored: StoredImage | null): void
  /**
   * Waits for the preparation, uploads the chosen file and returns the record's new image. A second call after a failed
   * save does not upload again.
   *
   * @throws an ImageError when the file is not an image, an AppError when the upload fails, an AbortError when cancelled
   */
  upload(): Promise<StoredImage | null>
  /** Call it after the save: the shown image is now the record's. */
  saved(): void
  /** Aborts the upload, which rejects with an AbortError. */
  cancel(): void
  /** Aborts everything. */
  discard(): void
}

/** How images are prepared and uploaded; tests replace it. */
export interface ImageUploadEffects {
  readonly backend: Backend
  readonly prepare: typeof prepareImage
  readonly upload: typeof uploadProductImage
}

const idle: ImageActivity = { step: 'idle' }

/** Creates the store of one form with the record's image. */
export function createImageUpload(effects: ImageUploadEffects, stored: StoredImage | null): ImageUploadStore {
  const { backend, prepare } = effects
  const listeners = new Set<() => void>()
  let recordUrl = stored?.url ?? null
  let state: ImageUploadState = { image: shown(stored), activity: idle, isChanged: false }
  let preparation: { readonly abort: AbortController; readonly done: Promise<void> } | null = null
  let uploading: AbortController | null = null
  /** Uploads of this form that are not saved yet, by their prepared image. */
  const uploaded = new Map<PreparedImage, StoredImage>()

  function change(image: ProductImage, activity: ImageActivity): void {
    const isChanged = activity.step === 'preparing' || !isShownBy(recordUrl, image)
    state = { image, activity, isChanged }
    for (const listener of listeners) listener()
  }

  function stopPreparing(): void {
    preparation?.abort.abort()
    preparation = null
  }

  async function prepareChosen(file: File, signal: AbortSignal): Promise<void> {
    try {
      const prepared = await prepare(file, signal)
      signal.throwIfAborted()
      preparation = null
      change({ kind: 'chosen', prepared }, idle)
    } catch (error) {
      if (signal.aborted) return
      preparation = null
      change(state.image, { step: 'refused', message: errorMessage(error) })
      throw error
    }
  }

  async function toStore(image: ProductImage): Promise<StoredImage | null> {
    if (image.kind !== 'chosen') return storedOf(image)
    const known = uploaded.get(image.prepared)
    if (known !== undefined) return known
    const { signal } = (uploading = new AbortController())
    change(image, { step: 'uploading', sent: 0 })
    try {
      const onProgress = (sent: number) => change(image, { step: 'uploading', sent })
      const stored = await effects.upload(backend, image.prepared, { onProgress, signal })
      uploaded.set(image.prepared, stored)
      change(image, idle)
      return stored
    } catch (error) {
      change(image, signal.aborted ? idle : { step: 'failed', message: errorMessage(error) })
      throw error
    } finally {
      uploading = null
    }
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    choose(file) {
      stopPreparing()
      const abort = new AbortController()
      change(state.image, { step: 'preparing' })
      const done = prepareChosen(file, abort.signal)
      done.catch(() => undefined) // the field shows it, and `upload` rethrows it
      preparation = { abort, done }
    },
    refuse(reason) {
      stopPreparing()
      change(state.image, { step: 'refused', message: reason })
    },
    remove() {
      stopPreparing()
      change({ kind: 'none' }, idle)
    },
    show(stored) {
      stopPreparing()
      change(shown(stored), idle)
    },
    reset(theirs) {
      stopPreparing()
      recordUrl = theirs?.url ?? null
      change(shown(theirs), idle)
    },
    async upload() {
      await preparation?.done
      return toStore(state.image)
    },
    saved() {
      const { image } = state
      const stored = image.kind === 'chosen' ? uploaded.get(image.prepared) : storedOf(image)
      const file = image.kind === 'chosen' ? image.prepared.file : undefined
      uploaded.clear()
      recordUrl = stored?.url ?? null
      change(shown(stored ?? null, file), idle)
    },
    cancel: () => uploading?.abort(),
    discard() {
      stopPreparing()
      uploading?.abort()
    },
  }
}

function shown(stored: StoredImage | null, file?: File): ProductImage {
  return stored === null ? { kind: 'none' } : { kind: 'stored', stored, ...(file && { file }) }
}

function storedOf(image: Exclude<ProductImage, { kind: 'chosen' }>): StoredImage | null {
  return image.kind === 'stored' ? image.stored : null
}

function isShownBy(url: string | null, image: ProductImage): boolean {
  return image.kind !== 'chosen' && (storedOf(image)?.url ?? null) === url
}

/** The state and actions of a form's image. */
export type ImageUpload = ImageUploadState & Omit<ImageUploadStore, 'getState' | 'subscribe'>

/**
 * The image of one form (product.md, section 2, Product Image upload): prepared while the user fills in the form,
 * uploaded on save. Pass the result to an `ImageField`:
 *
 *     const image = useImageUpload(storedImageOf(product))
 *     <ImageField image={image} disabled={isSaving} />
 *     // when the form is submitted:
 *     const stored = await image.upload()
 *     await saveProduct({ ...values, image_url: stored?.url ?? null })
 *     image.saved()
 *
 * Retried saves do not upload again. `upload` rejects when it fails, which the field shows, or with an AbortError when
 * cancelled. Unmounting aborts it. Replaced images and unsaved uploads are left to the sweep.
 *
 * @param stored the record's image when the form opens; `reset` replaces it
 * @param effects replaced in tests
 */
export function useImageUpload(
  stored: StoredImage | null,
  effects: Partial<Pick<ImageUploadEffects, 'prepare' | 'upload'>> = {},
): ImageUpload {
  const backend = useBackend()
  const [store] = useState(() =>
    createImageUpload({ backend, prepare: prepareImage, upload: uploadProductImage, ...effects }, stored),
  )
  useEffect(() => () => store.discard(), [store])
  return { ...store, ...useSyncExternalStore(store.subscribe, store.getState) }
}

const swept = new WeakSet<Backend>()

/**
 * Removes the images that no record has shown for a day: replaced ones, those of deleted products, and uploads that were
 * never saved. Runs once per visit.
 */
export function useImageSweep(): void {
  const backend = useBackend()
  useEffect(() => {
    if (swept.has(backend)) return
    swept.add(backend)
    void removeUnusedImages(backend)
  }, [backend])
}
