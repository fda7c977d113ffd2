import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { useEffect, useState } from 'react'

import { useCloseOnPopState } from '../page/page-address.ts'
import { type Video, VideoFile } from './video-file.tsx'

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
