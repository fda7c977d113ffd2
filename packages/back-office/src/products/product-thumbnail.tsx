import { IconPhoto, IconPhotoOff } from '@tabler/icons-react'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { imageAddress } from '@giftwell/shared/images/stored-image.ts'
import { Picture } from '@giftwell/shared/images/picture.tsx'
import classes from './product-thumbnail.module.css'

interface ProductThumbnailProps {
  readonly image: {
    readonly image_url: string | null
    readonly image_widths?: readonly number[] | null
    readonly image_colour?: string | null
  }
}

/** Pixels of each side. */
const side = 40
/** Landscape images are cropped to a square, so they are displayed wider. */
const shownWidth = '54px'

/** A product's thumbnail, with an icon for a missing or broken image. */
export function ProductThumbnail({ image }: ProductThumbnailProps) {
  const { config } = useBackend()
  return (
    <Picture
      address={image.image_url && imageAddress(config, image.image_url)}
      widths={image.image_widths}
      colour={image.image_colour}
      sizes={shownWidth}
      width={side}
      height={side}
      className={classes.thumbnail}
    >
      {(reason) => {
        const Icon = reason === 'missing' ? IconPhoto : IconPhotoOff
        return (
          <span
            className={classes.thumbnail}
            data-empty
            title={reason === 'missing' ? 'No image' : 'The image cannot be shown'}
          >
            <Icon size={18} stroke={1.5} aria-hidden />
          </span>
        )
      }}
    </Picture>
  )
}
