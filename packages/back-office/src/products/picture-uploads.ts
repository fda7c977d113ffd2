import { useEffect, useRef, useState } from 'react'

import { errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { prepareImage, type StoredImage } from '@giftwell/shared/images/prepare-image.ts'
import { uploadProductImage } from '@giftwell/shared/images/product-images.ts'
import type { FailedPhoto } from './photo-drafts.ts'

/** The further pictures of a form, which are uploaded when they are chosen. */
export interface PictureUploads {
  /** How many are not uploaded yet. */
  readonly left: number
  readonly failed: readonly FailedPhoto[]
  /** Uploads files one after the other. */
  add(files: readonly File[], onStored: (picture: StoredImage) => void): void
  /** Waits for all of them. False when one has failed since. */
  finish(): Promise<boolean>
}

/** The uploads of one form; leaving it aborts them. What is not saved is left to the sweep (product.md, section 7). */
export function usePictureUploads(): PictureUploads {
  const backend = useBackend()
  const [left, setLeft] = useState(0)
  const [failed, setFailed] = useState<readonly FailedPhoto[]>([])
  const running = useRef<AbortController>(undefined)
  const last = useRef(Promise.resolve())
  const failures = useRef(0)
  useEffect(
    () => () => {
      running.current?.abort()
      running.current = undefined
    },
    [],
  )

  async function upload(photo: File, onStored: (picture: StoredImage) => void, signal: AbortSignal) {
    try {
      const prepared = await prepareImage(photo, signal)
      const stored = await uploadProductImage(backend, prepared, { signal })
      signal.throwIfAborted()
      onStored(stored)
    } catch (error) {
      if (signal.aborted) return
      console.error(`${photo.name} was not uploaded`, error)
      failures.current += 1
      setFailed((before) => [...before, { photo, reason: errorMessage(error) }])
    }
    setLeft((before) => before - 1)
  }

  return {
    left,
    failed,
    add(files, onStored) {
      running.current ??= new AbortController()
      const { signal } = running.current
      setLeft((before) => before + files.length)
      setFailed((before) => before.filter(({ photo }) => !files.includes(photo)))
      for (const file of files) last.current = last.current.then(() => upload(file, onStored, signal))
    },
    async finish() {
      const before = failures.current
      await last.current
      return failures.current === before
    },
  }
}
