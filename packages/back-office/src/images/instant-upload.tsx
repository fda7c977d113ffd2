import { useEffect, useEffectEvent } from 'react'

import type { prepareImage } from '@giftwell/shared/images/prepare-image.ts'
import { ImageField } from './image-field.tsx'
import { useImageUpload } from './image-upload.ts'

interface InstantUploadProps {
  readonly label: string
  readonly isSaving: boolean
  /** The address of the image that the field shows at first; empty for none, as where another field shows it. */
  readonly initial?: string
  /** Puts the image's address into the form, which is what is saved; empty when it was removed. */
  readonly onChange: (url: string) => void
  readonly prepare?: typeof prepareImage
  /** Whether it takes what is pasted on the page, which one field of a page can. */
  readonly takesPastes?: boolean
}

/** Uploads an image of a form as soon as it is chosen. */
export function InstantUpload(props: InstantUploadProps) {
  const { label, isSaving, initial = '', onChange, prepare, takesPastes } = props
  const stored = initial === '' ? null : { url: initial, widths: null, colour: null }
  const image = useImageUpload(stored, { ...(prepare && { prepare }) })
  const chosen = image.image.kind === 'chosen' ? image.image.prepared : null

  async function upload() {
    try {
      const stored = await image.upload()
      onChange(stored?.url ?? '')
      image.saved()
    } catch {
      // The field shows why, or it was cancelled.
    }
  }
  const uploadChosen = useEffectEvent(upload)
  useEffect(() => {
    if (chosen !== null) void uploadChosen()
  }, [chosen])

  return (
    <ImageField
      label={label}
      takesPastes={takesPastes}
      disabled={isSaving}
      onRetry={() => void upload()}
      image={{
        ...image,
        remove() {
          image.remove()
          onChange('')
        },
      }}
    />
  )
}
