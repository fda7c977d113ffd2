import { useEffect, useState, useSyncExternalStore } from 'react'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { prepareImage, type StoredImage } from '@giftwell/shared/images/prepare-image.ts'
import { removeUnusedImages, uploadProductImage } from '@giftwell/shared/images/product-images.ts'
import {
  createImageUpload,
  type ImageUploadEffects,
  type ImageUploadState,
  type ImageUploadStore,
} from './image-upload.ts'

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
