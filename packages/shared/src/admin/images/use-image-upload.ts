import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'

import { useBackend } from '../../data/backend-context.ts'
import { prepareImage, type StoredImage } from '../../data/images/prepare-image.ts'
import { removeUnusedImages, uploadProductImage } from '../../data/images/product-images.ts'
import {
  createImageUpload,
  type ImageUploadEffects,
  type ImageUploadState,
  type ImageUploadStore,
} from './image-upload.ts'

/** The state and the commands of a form's image. */
export type ImageUpload = ImageUploadState & Omit<ImageUploadStore, 'getState' | 'subscribe'>

/**
 * The image of one form (specification, section 2, Product Image upload): chosen and prepared while the form is filled
 * in, uploaded when it is saved. Give it what the record shows, and its answer to an `ImageField`:
 *
 *     const image = useImageUpload(storedImageOf(product))
 *     <ImageField image={image} disabled={isSaving} />
 *     // when the form is submitted:
 *     const stored = await image.upload()
 *     await saveProduct({ ...values, image_url: stored?.url ?? null })
 *     image.saved()
 *
 * It uploads once, however often the record's own saving fails and is tried again. `upload` rejects when the upload
 * fails, which the field then says, or is cancelled (an AbortError, which needs no words); nothing else of the form is
 * touched. `saved` removes the image that was replaced. `isChanged` is unsaved work. A form that closes without saving
 * leaves nothing behind: what was uploaded for it is removed when it is unmounted.
 *
 * @param stored what the record shows when the form opens; `reset` gives it another one
 * @param effects for tests
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
        whenSavingIsOver: () => whenNothingIsSaved(queryClient),
        ...effects,
      },
      stored,
    ),
  )
  useEffect(() => () => store.discard(), [store])
  return { ...store, ...useSyncExternalStore(store.subscribe, store.getState) }
}

/** A form may be left while its record is on its way: by the browser's Back, or by signing out. */
function whenNothingIsSaved(queryClient: QueryClient): Promise<void> {
  if (queryClient.isMutating() === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = queryClient.getMutationCache().subscribe(() => {
      if (queryClient.isMutating() > 0) return
      stop()
      resolve()
    })
  })
}
