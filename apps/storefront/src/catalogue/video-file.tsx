import { useReducedMotion } from '@mantine/hooks'
import { useState } from 'react'

/** A video that a browser can play. */
export interface Video {
  /** The product's name. */
  readonly name: string
  readonly url: string
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
    <video
      style={{
        display: 'block',
        width: '100%',
        background: 'var(--gw-sunken)',
        borderRadius: 10,
        aspectRatio: '4 / 3',
      }}
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
