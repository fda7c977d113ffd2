import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { Box } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useState } from 'react'

import { useCloseOnPopState } from '../page/use-close-on-pop-state.ts'

interface Video {
  /** The product's name. */
  readonly name: string
  readonly url: string
}

/** The addresses that are played in place; any other, such as a page of YouTube, opens in a new tab. */
const videoFile = /\.(mp4|webm)$/i

/** Plays the video that a product's card links to in a dialog, if the link leads to a file. */
export function VideoPlayer() {
  const [video, setVideo] = useState<Video | null>(null)
  useEffect(() => {
    function play(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const name = link?.closest('article')?.querySelector('h3')?.textContent
      if (!link || !name || !videoFile.test(link.pathname)) return
      // A requested new tab or window stays one.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      setVideo({ name, url: link.href })
    }
    document.addEventListener('click', play)
    return () => document.removeEventListener('click', play)
  }, [])
  return video && <VideoDialog {...video} onClose={() => setVideo(null)} />
}

function VideoDialog({ name, url, onClose }: Video & { readonly onClose: () => void }) {
  useCloseOnPopState(true, onClose)
  return (
    <Dialog opened onClose={onClose} size="44rem" title={name}>
      <VideoFile name={name} url={url} />
    </Dialog>
  )
}

/** Plays a file, or says that it cannot be played. */
export function VideoFile({ name, url }: Video) {
  const isStill = useReducedMotion()
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) {
    return (
      <p>
        The video could not be played.{' '}
        <a href={url} target="_blank" rel="noopener noreferrer">
          Open it in a new tab
        </a>
      </p>
    )
  }
  return (
    <Box
      component="video"
      display="block"
      w="100%"
      bg="var(--gw-sunken)"
      bdrs={10}
      style={{ aspectRatio: '4 / 3' }}
      src={url}
      aria-label={`Video of ${name}`}
      controls
      muted
      loop
      playsInline
      autoPlay={!isStill}
      onError={() => setFailed(true)}
    />
  )
}
