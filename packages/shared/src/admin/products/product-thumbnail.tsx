import { IconPhoto, IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'

import { useBackend } from '../../data/backend-context.ts'
import { imageAddress } from '../../data/image-address.ts'
import classes from './product-thumbnail.module.css'

/** A product's image in small; a drawing in its place when there is none, or when it does not load. */
export function ProductThumbnail({ url }: { readonly url: string | null }) {
  const { config } = useBackend()
  const [broken, setBroken] = useState<string | null>(null)
  if (url === null || url === broken) {
    const Icon = url === null ? IconPhoto : IconPhotoOff
    return (
      <span
        className={classes.thumbnail}
        data-empty
        title={url === null ? 'No image' : 'The image cannot be shown'}
      >
        <Icon size={18} stroke={1.5} aria-hidden />
      </span>
    )
  }
  return (
    <img
      className={classes.thumbnail}
      src={imageAddress(config, url)}
      alt=""
      width={40}
      height={40}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(url)}
    />
  )
}
