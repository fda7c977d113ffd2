import type { CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { playableVideo } from '@giftwell/shared/products/video.ts'
import { Button } from '@mantine/core'
import { IconPhoto, IconPlayerPlayFilled } from '@tabler/icons-react'
import { type PointerEvent, useState } from 'react'

import { VideoFile } from '../catalogue/video-player.tsx'
import { ProductPicture } from '../pictures/product-picture.tsx'
import classes from './product-stage.module.css'

const sizes = '(min-width: 1120px) 576px, (min-width: 768px) calc(55vw - 40px), calc(100vw - 32px)'

/** The large picture, which a click or Enter zooms, or the video instead once it is requested. */
export function ProductStage({ product }: { readonly product: CatalogueProduct }) {
  const { name, video_url: address } = product
  const [isZoomed, setZoomed] = useState(false)
  const [isPlaying, setPlaying] = useState(false)
  const video = address === null ? null : playableVideo(address)

  /** The point under the pointer stays where it is. */
  function pan({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const origin = `${((clientX - left) / width) * 100}% ${((clientY - top) / height) * 100}%`
    currentTarget.style.setProperty('--origin', origin)
  }

  const picture = (
    <ProductPicture
      // The original shows more than its sizes.
      image={isZoomed ? { ...product, image_widths: null } : product}
      sizes={sizes}
      isUrgent
      className={classes.picture}
    />
  )
  return (
    <div className={classes.root}>
      {isPlaying && video !== null ? (
        video.kind === 'file' ? (
          <VideoFile name={name} url={video.url} />
        ) : (
          <iframe
            className={classes.frame}
            src={video.url}
            title={`Video of ${name}`}
            allow="autoplay; fullscreen; picture-in-picture"
            // Of another origin, so that it cannot lift its own sandbox.
            // oxlint-disable-next-line react/iframe-missing-sandbox
            sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          />
        )
      ) : product.image_url === null ? (
        picture
      ) : (
        <button
          type="button"
          className={classes.zoom}
          aria-label="Zoom"
          aria-pressed={isZoomed}
          onPointerDown={pan}
          onPointerMove={isZoomed ? pan : undefined}
          onClick={() => setZoomed(!isZoomed)}
        >
          {picture}
        </button>
      )}
      {video !== null && (
        <Button
          variant="default"
          leftSection={
            isPlaying ? <IconPhoto size={18} aria-hidden /> : <IconPlayerPlayFilled size={16} aria-hidden />
          }
          onClick={() => setPlaying(!isPlaying)}
        >
          {isPlaying ? 'Show picture' : 'Play video'}
        </Button>
      )}
      {video === null && address !== null && (
        <a href={address} target="_blank" rel="noopener noreferrer">
          Watch the video in a new tab
        </a>
      )}
    </div>
  )
}
