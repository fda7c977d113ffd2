import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

import { cardSources } from '../domain/image-sizes.ts'

interface PictureProps {
  /** Null where there is no picture. */
  readonly address: string | null
  /** The widths that it is there in; null where it is there as it is only. */
  readonly widths?: readonly number[] | null | undefined
  /** What shows in its place until it is there, as `#rrggbb`. */
  readonly colour?: string | null | undefined
  /** The `sizes` attribute. */
  readonly sizes: string
  /** In pixels; only the ratio counts where a stylesheet sets the size. */
  readonly width: number
  readonly height: number
  /** Loads at once and first: for pictures that are on screen from the start. */
  readonly isUrgent?: boolean
  readonly className?: string | undefined
  /** In its place where there is none, or where it fails to load. */
  readonly children: (reason: 'missing' | 'broken') => ReactNode
}

interface Failure {
  readonly address: string
  readonly of: 'a size' | 'the picture'
}

/**
 * A product's picture, decorative beside its name: in the size that is shown, in its place from the start, and never
 * loaded before it comes near. A size that is gone gives way to the picture itself. Given another address, it shows that
 * at once or nothing: never a moment longer what it showed before.
 */
export function Picture(props: PictureProps) {
  const { address, widths, colour, sizes, width, height, isUrgent = false, className, children } = props
  const [failure, setFailure] = useState<Failure | null>(null)
  const { element, life } = useElementFor(address)
  // An address that failed is tried again after another one.
  if (failure !== null && failure.address !== address) setFailure(null)
  const failed = failure?.address === address ? failure?.of : undefined
  if (address === null) return children('missing')
  if (failed === 'the picture') return children('broken')
  const sources = failed === 'a size' ? undefined : cardSources(address, widths)
  // `loading` and `sizes` stand before `src`: browsers start to load at the first address.
  return (
    <img
      key={life}
      ref={element}
      alt=""
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
 * The element of a picture and the key that it has. It stays while the browser has the pictures that it is given, which
 * costs a fraction of a new one; it would also go on showing the one before for as long as the new one takes to come, and
 * is replaced then.
 */
function useElementFor(address: string | null) {
  const element = useRef<HTMLImageElement>(null)
  const [life, setLife] = useState(0)
  const shown = useRef(address)
  useLayoutEffect(() => {
    if (shown.current === address) return
    shown.current = address
    if (element.current?.complete === false) setLife((lives) => lives + 1)
  }, [address])
  return { element, life }
}
