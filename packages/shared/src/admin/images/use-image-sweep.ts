import { useEffect } from 'react'

import type { Backend } from '../../data/backend.ts'
import { useBackend } from '../../data/backend-context.ts'
import { removeUnusedImages } from '../../data/images/product-images.ts'

const swept = new WeakSet<Backend>()

/**
 * Removes the images that were left behind for a day, by a window that was closed between upload and save or by a
 * removal that failed. Once for each visit; the products screen calls it.
 */
export function useImageSweep(): void {
  const backend = useBackend()
  useEffect(() => {
    if (swept.has(backend)) return
    swept.add(backend)
    void removeUnusedImages(backend)
  }, [backend])
}
