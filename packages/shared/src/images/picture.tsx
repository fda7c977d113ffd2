import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

import { cardSources } from './image-sizes.ts'

interface PictureProps {
  /** Null without a picture. */
  readonly address: string | null
  /** The widths of its stored sizes; null when only the original is stored. */
  readonly widths?: readonly number[] | null | undefined
  /** The background while it loads, as `#rrggbb`. */
  readonly colour?: string | null | undefined
  /** The alternative text; by default empty, for a decorative picture. */
  readonly alt?: string | undefined
  /** The `sizes` attribute. */
  readonly sizes: string
  /** In pixels; only the ratio counts where a stylesheet sets the size. */
  readonly width: number
  readonly height: number
  /** Loads at once and first: for pictures that are on screen from the start. */
  readonly isUrgent?: boolean
  readonly className?: string | undefined
  /** The replacement when there is no picture, or it fails to load. */
  readonly children: (reason: 'missing' | 'broken') => ReactNode
}

interface Failure {
  readonly address: string
  readonly of: 'a size' | 'the picture'
}

/**
 * A product's picture: in the size that is displayed, without layout shift, and loaded
 * lazily unless urgent. A missing size falls back to the original. After a change of the address the previous picture
 * is never shown.
 */
export function Picture(props: PictureProps) {
  const {
    address,
    widths,
    colour,
    alt = '',
    sizes,
    width,
    height,
    isUrgent = false,
    className,
    children,
  } = props
  const [failure, setFailure] = useState<Failure | null>(null)
  const { element, mountKey } = useElementFor(address)
  // An address that failed is tried again after another one.
  if (failure !== null && failure.address !== address) setFailure(null)
  const failed = failure?.address === address ? failure?.of : undefined
  if (address === null) return children('missing')
  if (failed === 'the picture') return children('broken')
  const sources = failed === 'a size' ? undefined : cardSources(address, widths)
  // `loading` and `sizes` come before `src`, because browsers start to load at the first address.
  return (
    <img
      key={mountKey}
      ref={element}
      alt={alt}
      width={width}
      height={height}
      loading={isUrgent ? 'eager' : 'lazy'}
      fetchPriority={isUrgent ? 'high' : 'auto'}
      decoding="async"
      className={className}
      style={colour == null ? undefined : { backgroundColor: colour }}
      sizes={sources && sizes}
      srcSet={sources}
      src={address}
      onError={() => setFailure({ address, of: sources === undefined ? 'the picture' : 'a size' })}
    />
  )
}

/**
 * The ref and key of the `img`. It is reused for a cached picture, which is cheap, and replaced for one that has to load,
 * because it would show the previous picture until then.
 */
function useElementFor(address: string | null) {
  const element = useRef<HTMLImageElement>(null)
  const [mountKey, setMountKey] = useState(0)
  const shown = useRef(address)
  useLayoutEffect(() => {
    if (shown.current === address) return
    shown.current = address
    if (element.current?.complete === false) setMountKey((key) => key + 1)
  }, [address])
  return { element, mountKey }
}
