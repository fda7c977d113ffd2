import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { imageAddress } from '@giftwell/shared/images/image-sizes.ts'
import { Picture } from '@giftwell/shared/images/picture.tsx'
import { GiftMark } from '@giftwell/shared/ui/word-mark.tsx'
import type { ReactNode } from 'react'

import classes from './product-picture.module.css'

interface ProductPictureProps {
  /** As a product's columns say it. */
  readonly image: {
    readonly image_url: string | null
    readonly image_widths?: readonly number[] | null | undefined
    readonly image_colour?: string | null | undefined
  }
  /** The alternative text, unless it is decorative. */
  readonly alt?: string
  /** The `sizes` attribute. */
  readonly sizes: string
  readonly className?: string | undefined
  /** Loads at once and first: for pictures that are on screen from the start. */
  readonly isUrgent?: boolean
  /** What lies over it. */
  readonly children?: ReactNode
}

/** A product's picture, decorative beside its name unless it has a text; a drawn gift where there is none or it fails to load. */
export function ProductPicture(props: ProductPictureProps) {
  const { image, alt, sizes, className, isUrgent = false, children } = props
  const { config } = useBackend()
  return (
    <div className={[classes.frame, className].filter(Boolean).join(' ')}>
      <Picture
        address={image.image_url && imageAddress(config, image.image_url)}
        widths={image.image_widths}
        colour={image.image_colour}
        alt={alt}
        sizes={sizes}
        width={480}
        height={360}
        isUrgent={isUrgent}
        className={classes.picture}
      >
        {() => <GiftMark className={classes.missing} />}
      </Picture>
      {children}
    </div>
  )
}
