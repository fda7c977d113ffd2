import { useEffect, useEffectEvent } from 'react'

import { ImageField } from './image-field.tsx'
import { useImageUpload } from './image-upload.ts'

interface LogoUploadProps {
  readonly isSaving: boolean
  /** Puts the logo's address into the form, which is what is saved; empty when it was removed. */
  readonly onChange: (url: string) => void
}

/** Uploads a logo as soon as it is chosen. */
export function LogoUpload({ isSaving, onChange }: LogoUploadProps) {
  const image = useImageUpload(null)
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
      label="Or upload a logo"
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
