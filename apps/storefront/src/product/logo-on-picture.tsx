import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

import { LogoPicker, useFocusAfter } from '../inquiry/logo-field.tsx'
import { chooseLogo, removeLogo, useOwnLogo } from '../inquiry/own-logo.ts'
import { type LogoPlace, type LogoProduct, moveLogo, placeOn, useShownLogo } from '../inquiry/shown-logo.ts'
import classes from './logo-on-picture.module.css'

/** Parts of the picture by which a key moves the logo. */
const keyStep = 0.02

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface LogoOnPictureProps {
  readonly product: LogoProduct
  /** The element over the picture. */
  readonly frame: HTMLElement | null
}

/** The visitor's logo over a product's picture, to be dragged and sized, and what belongs to it below. */
export function LogoOnPicture({ product, frame }: LogoOnPictureProps) {
  const logo = useOwnLogo()
  const place = placeOn(useShownLogo(), product)
  const size = useId()
  const { press, focusRef } = useFocusAfter(logo)
  if (logo === null)
    return (
      <div className={classes.panel}>
        <LogoPicker
          label="Your logo"
          hint="An SVG, PNG or JPEG is shown on the picture. It stays on this device until you send an inquiry."
          focusRef={focusRef}
          onFile={(file) => {
            press()
            return chooseLogo(file)
          }}
        />
      </div>
    )
  const { file, url } = logo
  return (
    <div className={classes.panel}>
      {url === null ? (
        <p className={classes.note}>
          {file.name} is sent with your inquiry. Only an SVG, PNG or JPEG can be shown on the picture.
        </p>
      ) : (
        <>
          {frame !== null &&
            createPortal(
              <DraggedLogo
                url={url}
                isOpaque={file.type === 'image/jpeg'}
                place={place}
                onMove={(to) => moveLogo(product.id, to)}
              />,
              frame,
            )}
          <label htmlFor={size}>Size of the logo</label>
          <input
            id={size}
            type="range"
            min={5}
            max={100}
            value={Math.round(place.width * 100)}
            aria-valuetext={`${Math.round(place.width * 100)} % of the picture`}
            onChange={({ currentTarget }) =>
              moveLogo(product.id, { ...place, width: Number(currentTarget.value) / 100 })
            }
          />
          <p className={classes.note}>
            Drag the logo to its place. This is only a sketch: you approve a proof before production.
          </p>
        </>
      )}
      <Button
        variant="default"
        size="compact-sm"
        ref={focusRef}
        onClick={() => {
          press()
          removeLogo()
        }}
      >
        Remove logo
      </Button>
    </div>
  )
}

interface DraggedLogoProps {
  readonly url: string
  /** Whether its white is to vanish. */
  readonly isOpaque: boolean
  readonly place: LogoPlace
  readonly onMove: (place: LogoPlace) => void
}

function DraggedLogo({ url, isOpaque, place, onMove }: DraggedLogoProps) {
  const grabbed = useRef<{ readonly x: number; readonly y: number }>(undefined)
  // While it is dragged nothing is stored.
  const [dragged, setDragged] = useState<LogoPlace>()
  const { x, y, width } = dragged ?? place

  function placeAt({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
    const picture = currentTarget.parentElement?.getBoundingClientRect()
    if (!picture) return place
    return { x: (clientX - picture.left) / picture.width, y: (clientY - picture.top) / picture.height, width }
  }

  function drag(event: PointerEvent<HTMLElement>) {
    if (!grabbed.current) return
    const at = placeAt(event)
    setDragged({ ...at, x: at.x - grabbed.current.x, y: at.y - grabbed.current.y })
  }

  function drop() {
    grabbed.current = undefined
    if (dragged) onMove(dragged)
    setDragged(undefined)
  }

  function handleKey(event: KeyboardEvent) {
    const arrow = arrows[event.key]
    if (!arrow || event.ctrlKey || event.metaKey || event.altKey) return
    // It would show another picture or product.
    event.preventDefault()
    event.stopPropagation()
    onMove({ x: x + arrow[0] * keyStep, y: y + arrow[1] * keyStep, width })
  }

  return (
    <button
      type="button"
      className={classes.logo}
      aria-label="Your logo. Arrow keys move it."
      style={{ left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%` }}
      data-opaque={isOpaque || undefined}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        const at = placeAt(event)
        grabbed.current = { x: at.x - x, y: at.y - y }
      }}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      // A swipe leads to another product.
      onTouchStart={(event) => event.stopPropagation()}
      onKeyDown={handleKey}
    >
      <img src={url} alt="" draggable={false} />
    </button>
  )
}
