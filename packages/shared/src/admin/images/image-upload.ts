import type { Backend } from '../../data/backend.ts'
import type { PreparedImage, prepareImage, StoredImage } from '../../data/images/prepare-image.ts'
import type { removeUnusedImages, uploadProductImage } from '../../data/images/product-images.ts'

/** The image of the form: none, the one that the record has, or one that was chosen and is ready to be uploaded. */
export type ProductImage =
  | { readonly kind: 'none' }
  /** With the file that it was made of, where it was uploaded here: what is at hand need not be fetched. */
  | { readonly kind: 'stored'; readonly stored: StoredImage; readonly file?: File }
  | { readonly kind: 'chosen'; readonly prepared: PreparedImage }

/** What is being done for the image, or what went wrong last; the messages are sentences for people. */
export type ImageActivity =
  | { readonly step: 'idle' }
  | { readonly step: 'preparing' }
  | { readonly step: 'refused'; readonly message: string }
  | { readonly step: 'uploading'; readonly sent: number }
  | { readonly step: 'failed'; readonly message: string }

/** What the field shows. */
export interface ImageUploadState {
  readonly image: ProductImage
  readonly activity: ImageActivity
  /** Whether the image is another than the record's: unsaved work. */
  readonly isChanged: boolean
}

/** An image on its way from a person's disk into a record; see `useImageUpload`. */
export interface ImageUploadStore {
  getState(): ImageUploadState
  subscribe(listener: () => void): () => void
  /** Prepares a file and takes it in place of the present image; a file that is no image leaves that as it is. */
  choose(file: File): void
  /** Says why a file could not even be had, in a sentence for people; the present image stays as it is. */
  refuse(reason: string): void
  /** Takes the image away, and with it the file that is being prepared. */
  remove(): void
  /** Begins anew with what a record shows. */
  reset(stored: StoredImage | null): void
  /**
   * Waits until the chosen file is ready, uploads it, and answers with the image that the record is to show. Called
   * again because the record's own saving failed, it does not upload again.
   *
   * @throws an ImageRefusal when the file turns out to be no image; an AppError when the upload fails; an AbortError
   * when it is cancelled
   */
  upload(): Promise<StoredImage | null>
  /** Say this once the record is saved: removes the images that it shows no longer. */
  saved(): void
  /** Breaks off the upload, which then ends with an AbortError. */
  cancel(): void
  /** Leaves: stops what is going on and removes what was uploaded for nothing. */
  discard(): void
}

/** What the store reaches the world with. */
export interface ImageUploadEffects {
  readonly backend: Backend
  readonly prepare: typeof prepareImage
  readonly upload: typeof uploadProductImage
  readonly removeUnused: typeof removeUnusedImages
  /** Resolves when no record is being saved. */
  readonly whenSavingIsOver: () => Promise<void>
}

const idle: ImageActivity = { step: 'idle' }

/** Creates the store of one form, which begins with what the record shows. */
export function createImageUpload(effects: ImageUploadEffects, stored: StoredImage | null): ImageUploadStore {
  const { backend, prepare, removeUnused } = effects
  const listeners = new Set<() => void>()
  let recordUrl = stored?.url ?? null
  let state: ImageUploadState = { image: shown(stored), activity: idle, isChanged: false }
  let preparation: { readonly abort: AbortController; readonly done: Promise<void> } | null = null
  let uploading: AbortController | null = null
  /** Uploaded here and perhaps shown by no record, by what they were before. */
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
      change(state.image, { step: 'refused', message: sentence(error) })
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
      change(image, signal.aborted ? idle : { step: 'failed', message: sentence(error) })
      throw error
    } finally {
      uploading = null
    }
  }

  function removeLeftovers(...others: readonly (string | null)[]): void {
    const leftovers = [...[...uploaded.values()].map(({ url }) => url), ...others]
    uploaded.clear()
    void removeUnused(backend, leftovers)
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
      done.catch(() => undefined) // said at the field; and by `save`, when it waits for it
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
      removeLeftovers(recordUrl)
      recordUrl = stored?.url ?? null
      change(shown(stored ?? null, file), idle)
    },
    cancel: () => uploading?.abort(),
    discard() {
      stopPreparing()
      uploading?.abort()
      if (uploaded.size === 0) return
      // An image that is about to be shown must not be taken for unused.
      void effects.whenSavingIsOver().then(() => removeLeftovers())
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

/** What went wrong, for people. */
export function sentence(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'An unexpected error occurred'
}
