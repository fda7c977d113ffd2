import { useBackend } from '@giftwell/shared/data/backend-context.ts'
import { imageAddress } from '@giftwell/shared/data/image-address.ts'
import { GiftMark } from '@giftwell/shared/ui/word-mark.tsx'
import { useState } from 'react'

import classes from './product-picture.module.css'

interface ProductPictureProps {
  readonly imageUrl: string | null
  readonly className?: string | undefined
  /** Loads at once and first: for pictures that are on screen from the start. */
  readonly isUrgent?: boolean
}

/** A product's picture, decorative beside its name; a drawn gift where there is none or it fails to load. */
export function ProductPicture({ imageUrl, className, isUrgent = false }: ProductPictureProps) {
  const { config } = useBackend()
  const [hasFailed, setFailed] = useState(false)
  return (
    <div className={[classes.frame, className].filter(Boolean).join(' ')}>
      {imageUrl === null || hasFailed ? (
        <GiftMark className={classes.missing} />
      ) : (
        <img
          src={imageAddress(config, imageUrl)}
          alt=""
          width={480}
          height={360}
          loading={isUrgent ? 'eager' : 'lazy'}
          fetchPriority={isUrgent ? 'high' : 'auto'}
          decoding="async"
          className={classes.picture}
          onError={() => setFailed(true)}
        />
      )}
    </div>
  )
}
