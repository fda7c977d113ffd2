import { playableVideo } from '@giftwell/shared/products/video.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { IconPhoto, IconPlayerPlayFilled } from '@tabler/icons-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'

import { showLogo, useShownLogo } from '../inquiry/shown-logo.ts'
import { VideoFile } from '../catalogue/video-file.tsx'
import { ProductGallery } from './product-gallery.tsx'
import classes from './product-stage.module.css'

const LogoOnPicture = lazy(async () => ({ default: (await import('./logo-on-picture.tsx')).LogoOnPicture }))

/** The pictures, or the video instead once it is requested, and the visitor's logo over them. */
export function ProductStage(gallery: ComponentProps<typeof ProductGallery>) {
  const { name, video_url: address } = gallery.product
  const [isPlaying, setPlaying] = useState(false)
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const { isShown } = useShownLogo()
  const video = address === null ? null : playableVideo(address)
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
      ) : (
        <ProductGallery
          {...gallery}
          overlay={
            <div ref={setFrame} className={classes.over}>
              <Button
                variant="default"
                size="sm"
                className={`${classes.try} no-print`}
                aria-expanded={isShown}
                onClick={() => showLogo(!isShown)}
              >
                {isShown ? 'Hide logo' : 'Try your logo'}
              </Button>
            </div>
          }
        />
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
      {isShown && !isPlaying && gallery.isWhole && (
        <Suspense>
          <LogoOnPicture product={gallery.product} frame={frame} />
        </Suspense>
      )}
      {video === null && address !== null && (
        <a href={address} target="_blank" rel="noopener noreferrer">
          Watch the video in a new tab
        </a>
      )}
    </div>
  )
}
