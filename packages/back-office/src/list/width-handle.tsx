import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef } from 'react'

import classes from './width-handle.module.css'

/** The limits of a column's width, in pixels. */
const narrowest = 48
const widest = 1200

/** A width within the limits. */
export function widthWithin(width: number): number {
  return Math.round(Math.min(widest, Math.max(narrowest, width)))
}

interface WidthHandleProps {
  readonly header: string
  /** Undefined for the column's own width. */
  readonly onResize: (width: number | undefined) => void
}

/** Pixels that an arrow key adds or takes away, and with Shift. */
const step = { small: 8, large: 64 }

/** The edge of a column head that sizes the column, by dragging and by arrow keys; a double click or Delete resets it. */
export function WidthHandle({ header, onResize }: WidthHandleProps) {
  const handle = useRef<HTMLDivElement>(null)
  const drag = useRef<{ readonly from: number; readonly width: number; readonly before: string }>(undefined)
  const head = () => handle.current?.parentElement
  const width = () => head()?.offsetWidth ?? 0
  function announceWidth() {
    handle.current?.setAttribute('aria-valuenow', String(width()))
  }
  useLayoutEffect(announceWidth)

  const widthAt = ({ clientX }: PointerEvent) =>
    drag.current && widthWithin(drag.current.width + clientX - drag.current.from)

  function showWidth(css: string) {
    const cell = head()
    if (cell) cell.style.width = css
  }

  function onKeyDown(event: KeyboardEvent) {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (direction === undefined && event.key !== 'Delete') return
    event.preventDefault()
    const by = event.shiftKey ? step.large : step.small
    onResize(direction === undefined ? undefined : widthWithin(width() + direction * by))
  }
  return (
    <div
      ref={handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${header}`}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      tabIndex={0}
      className={classes.handle}
      onFocus={announceWidth}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onResize(undefined)}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { from: event.clientX, width: width(), before: head()?.style.width ?? '' }
      }}
      onPointerMove={(event) => {
        const dragged = widthAt(event)
        if (dragged !== undefined) showWidth(`${dragged}px`)
      }}
      onPointerUp={(event) => {
        const dragged = widthAt(event)
        const isMoved = drag.current !== undefined && event.clientX !== drag.current.from
        drag.current = undefined
        if (isMoved) onResize(dragged)
      }}
      onPointerCancel={() => {
        if (drag.current) showWidth(drag.current.before)
        drag.current = undefined
      }}
    />
  )
}
