import type { CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import type { ProductFacts } from '@giftwell/shared/catalogue/product-details.ts'
import { useIsHydrated } from '@giftwell/shared/ui/use-is-hydrated.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type UIEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import { announce } from '../page/page-arrival.tsx'
import { ProductPicture } from '../page/product-picture.tsx'
import classes from './product-gallery.module.css'

const sizes = '(min-width: 1120px) 576px, (min-width: 768px) calc(55vw - 40px), calc(100vw - 32px)'
/** Pictures of a specification sheet. */
const maxPrinted = 4
/** Per cent by which a key moves a zoomed picture. */
const keyStep = 20

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface ProductGalleryProps {
  readonly product: CatalogueProduct & ProductFacts
  /** The picture in view, from 0. */
  readonly index: number
  readonly onIndex: (index: number) => void
  /** Whether small pictures and those on paper are rendered, too; their space is there before. */
  readonly isWhole?: boolean
  /** What lies over the picture in view. */
  readonly overlay?: ReactNode
}

/**
 * The pictures of a product side by side, one visible at a time: by swipes, arrow keys, buttons and thumbnails.
 * All but the first load when they come into view. A press or Enter zooms (product.md, section 2, A product).
 */
export function ProductGallery({ product, index, onIndex, isWhole = true, overlay }: ProductGalleryProps) {
  const pictures = picturesOf(product)
  const last = pictures.length - 1
  const root = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const strip = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState<readonly number[]>([index])
  const [zoomed, setZoomed] = useState<number | null>(null)
  const isZoomed = zoomed === index
  if (zoomed !== null && !isZoomed) setZoomed(null)
  /** Whether the picture that was in view had the focus, which its successor takes. */
  const hadFocus = useRef(false)
  /** Where the track scrolls to by itself, which is no swipe. */
  const target = useRef<number>(undefined)
  /** The point of a zoomed picture that stays where it is, in per cent. */
  const origin = useRef({ x: 50, y: 50 })

  function see(...positions: readonly number[]) {
    const added = positions.filter((position) => !seen.includes(position))
    if (added.length > 0) setSeen([...seen, ...added])
  }
  see(index)

  /** The picture that the track and the small pictures stand at, as they begin. */
  const stands = useRef(0)
  useLayoutEffect(() => {
    const { current: element } = track
    // Measuring forces a layout.
    if (element === null || stands.current === index) return
    stands.current = index
    if (hadFocus.current) element.querySelector('button')?.focus({ preventScroll: true })
    hadFocus.current = false
    const thumbnail = strip.current?.children[index]
    if (strip.current !== null && thumbnail instanceof HTMLElement) {
      strip.current.scrollLeft =
        thumbnail.offsetLeft - (strip.current.clientWidth - thumbnail.offsetWidth) / 2
    }
    if (Math.round(element.scrollLeft / (element.clientWidth || 1)) === index) return
    target.current = index
    element.scrollLeft = index * element.clientWidth
  }, [index])

  const followFirstSwipe = useEffectEvent((currentTarget: HTMLElement) => followSwipe({ currentTarget }))
  const isHydrated = useIsHydrated()
  useEffect(() => {
    // The track that a server has rendered may be scrolled by now.
    if (!isHydrated && track.current !== null) followFirstSwipe(track.current)
  }, [isHydrated])

  function show(next: number) {
    if (next < 0 || next > last || next === index) return
    hadFocus.current = track.current?.contains(document.activeElement) ?? false
    onIndex(next)
    const alt = pictures[next]?.alt
    announce(`Picture ${next + 1} of ${pictures.length}${alt ? `: ${alt}` : ''}`)
  }

  function followSwipe({
    currentTarget: { scrollLeft, clientWidth },
  }: Pick<UIEvent<HTMLElement>, 'currentTarget'>) {
    const position = scrollLeft / clientWidth
    if (target.current === undefined) {
      see(Math.floor(position), Math.ceil(position))
      show(Math.round(position))
    } else if (Math.abs(position - target.current) < 0.01) target.current = undefined
  }

  function endScroll() {
    target.current = undefined
  }

  function moveTo(x: number, y: number) {
    const within = (value: number) => Math.min(Math.max(value, 0), 100)
    origin.current = { x: within(x), y: within(y) }
    root.current?.style.setProperty('--origin', `${origin.current.x}% ${origin.current.y}%`)
  }

  function pan({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    moveTo(((clientX - left) / width) * 100, ((clientY - top) / height) * 100)
  }

  function handleKey(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    const arrow = arrows[key]
    if (ctrlKey || metaKey || altKey || shiftKey) return
    if (isZoomed && key === 'Escape') setZoomed(null)
    else if (isZoomed && arrow)
      moveTo(origin.current.x + arrow[0] * keyStep, origin.current.y + arrow[1] * keyStep)
    else if (arrow?.[1] === 0 && last > 0) show(index + arrow[0])
    else return
    // Otherwise it would lead to another product.
    event.preventDefault()
  }

  return (
    <>
      {/* Its buttons have the focus; the keys reach it from them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={root}
        role="group"
        aria-label="Pictures"
        className={`${classes.root} ${last > 0 ? 'no-print' : ''}`}
        onKeyDown={handleKey}
        // A swipe leads to another picture and, also where it begins on a button, not to another product.
        onTouchStart={(event) => (last > 0 || isZoomed) && event.stopPropagation()}
      >
        <div
          ref={track}
          className={classes.track}
          data-zoomed={isZoomed || undefined}
          onScroll={followSwipe}
          onPointerDown={endScroll}
          onWheel={endScroll}
        >
          {pictures.map((picture, position) => (
            <div
              key={picture.id}
              className={classes.slide}
              style={{ backgroundColor: picture.image_colour ?? undefined }}
              inert={position !== index}
            >
              {(position === 0 || seen.includes(position)) && (
                <ProductPicture
                  // The original shows more than its sizes.
                  image={isZoomed && position === index ? { ...picture, image_widths: null } : picture}
                  alt={picture.alt}
                  sizes={sizes}
                  isUrgent={position === 0}
                  className={classes.picture}
                >
                  {position === index && picture.image_url !== null && (
                    <button
                      type="button"
                      className={classes.zoom}
                      aria-label="Zoom"
                      aria-pressed={isZoomed}
                      // Escape ends the zoom before it closes the dialog.
                      data-mantine-stop-propagation={isZoomed}
                      onPointerDown={pan}
                      onPointerMove={isZoomed ? pan : undefined}
                      onClick={({ detail }) => {
                        // Of a key.
                        if (detail === 0 && !isZoomed) moveTo(50, 50)
                        setZoomed(isZoomed ? null : index)
                      }}
                    />
                  )}
                </ProductPicture>
              )}
            </div>
          ))}
        </div>
        {!isZoomed && overlay}
        {last > 0 && (
          <>
            <button
              type="button"
              className={classes.previous}
              aria-label="Previous picture"
              aria-disabled={index === 0 || undefined}
              onClick={() => show(index - 1)}
            >
              <IconChevronLeft size={22} aria-hidden />
            </button>
            <button
              type="button"
              className={classes.next}
              aria-label="Next picture"
              aria-disabled={index === last || undefined}
              onClick={() => show(index + 1)}
            >
              <IconChevronRight size={22} aria-hidden />
            </button>
            <div ref={strip} className={classes.thumbnails}>
              {pictures.map((picture, position) => (
                <button
                  key={picture.id}
                  type="button"
                  className={classes.thumbnail}
                  aria-label={`Picture ${position + 1}`}
                  aria-current={position === index || undefined}
                  onClick={() => show(position)}
                >
                  {/* The first is loaded already, in the size of the stage. */}
                  {isWhole && <ProductPicture image={picture} sizes={position === 0 ? sizes : '64px'} />}
                </button>
              ))}
            </div>
          </>
        )}
      </div>
      {isWhole && last > 0 && (
        <div className={classes.printed}>
          {pictures.slice(0, maxPrinted).map((picture) => (
            <ProductPicture key={picture.id} image={picture} alt={picture.alt} sizes="320px" />
          ))}
        </div>
      )}
    </>
  )
}

/** Each with its position as id, since two may be the same. */
function picturesOf(product: CatalogueProduct & ProductFacts) {
  const { image_url, image_widths, image_colour, image_alt, pictures = [] } = product
  return [
    { id: 0, image_url, image_widths, image_colour, alt: image_alt ?? '' },
    ...pictures.map(({ url, alt, widths, colour }, index) => ({
      id: index + 1,
      image_url: url,
      image_widths: widths,
      image_colour: colour,
      alt: alt ?? '',
    })),
  ]
}
