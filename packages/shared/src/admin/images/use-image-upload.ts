import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'

import { useBackend } from '../../data/backend-context.ts'
import type { Backend } from '../../data/backend.ts'
import { prepareImage, type StoredImage } from '../../data/images/prepare-image.ts'
import { removeUnusedImages, uploadProductImage } from '../../data/images/product-images.ts'
import {
  createImageUpload,
  type ImageUploadEffects,
  type ImageUploadState,
  type ImageUploadStore,
} from './image-upload.ts'

/** The state and actions of a form's image. */
export type ImageUpload = ImageUploadState & Omit<ImageUploadStore, 'getState' | 'subscribe'>

/**
 * The image of one form (specification, section 2, Product Image upload): prepared while the user fills in the form,
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
 * cancelled. `saved` removes the replaced image. Unmounting removes unsaved uploads.
 *
 * @param stored the record's image when the form opens; `reset` replaces it
 * @param effects replaced in tests
 */
export function useImageUpload(
  stored: StoredImage | null,
  effects: Partial<Pick<ImageUploadEffects, 'prepare' | 'upload' | 'removeUnused'>> = {},
): ImageUpload {
  const backend = useBackend()
  const queryClient = useQueryClient()
  const [store] = useState(() =>
    createImageUpload(
      {
        backend,
        prepare: prepareImage,
        upload: uploadProductImage,
        removeUnused: removeUnusedImages,
        whenNotSaving: () => whenNotMutating(queryClient),
        ...effects,
      },
      stored,
    ),
  )
  useEffect(() => () => store.discard(), [store])
  return { ...store, ...useSyncExternalStore(store.subscribe, store.getState) }
}

/** The user can leave a form while its save is in flight, by Back or by signing out. */
function whenNotMutating(queryClient: QueryClient): Promise<void> {
  if (queryClient.isMutating() === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = queryClient.getMutationCache().subscribe(() => {
      if (queryClient.isMutating() > 0) return
      stop()
      resolve()
    })
  })
}

const swept = new WeakSet<Backend>()

/**
 * Removes orphaned images older than a day, left by a window closed between upload and save or by a failed removal. Runs
 * once per visit.
 */
export function useImageSweep(): void {
  const backend = useBackend()
  useEffect(() => {
    if (swept.has(backend)) return
    swept.add(backend)
    void removeUnusedImages(backend)
  }, [backend])
}
