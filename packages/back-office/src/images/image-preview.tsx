import { IconPhotoOff } from '@tabler/icons-react'
import { useCallback, useState } from 'react'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { imageAddress } from '@giftwell/shared/images/stored-image.ts'
import classes from './image-field.module.css'
import type { ProductImage } from './image-upload.ts'

interface ImagePreviewProps {
  readonly image: Exclude<ProductImage, { kind: 'none' }>
}

/** The stored or chosen image, with its name and size. */
export function ImagePreview({ image }: ImagePreviewProps) {
  const file = image.kind === 'chosen' ? image.prepared.file : image.file
  return (
    <>
      <span className={classes.frame}>
        {file !== undefined && <PictureOfFile file={file} />}
        {file === undefined && image.kind === 'stored' && (
          <StoredPicture key={image.stored.url} url={image.stored.url} />
        )}
      </span>
      <span className={classes.words}>
        <strong className={classes.name}>
          {image.kind === 'chosen' ? image.prepared.file.name : 'Current image'}
        </strong>
        {image.kind === 'chosen' && <span>{fileSize(image.prepared.file.size)}, ready to be saved</span>}
        <span>Choose or drop another to replace it</span>
      </span>
    </>
  )
}

function StoredPicture({ url }: { readonly url: string }) {
  const { config } = useBackend()
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <IconPhotoOff aria-label="The image cannot be shown" role="img" stroke={1.5} />
  return (
    <img
      alt="Preview"
      className={classes.picture}
      src={imageAddress(config, url)}
      onError={() => setBroken(true)}
    />
  )
}

function PictureOfFile({ file }: { readonly file: File }) {
  /** Revokes the object URL, which holds the file in memory, when the image unmounts. */
  const show = useCallback(
    (picture: HTMLImageElement) => {
      const address = URL.createObjectURL(file)
      picture.src = address
      return () => URL.revokeObjectURL(address)
    },
    [file],
  )
  return <img ref={show} alt="Preview" className={classes.picture} />
}

/** Formats a file size: "820 bytes", "214 KB", "1.4 MB". */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  const kilobytes = Math.round(bytes / 1000)
  return kilobytes < 1000 ? `${kilobytes} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
