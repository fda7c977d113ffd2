import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'

/** Milliseconds (product.md, section 9, Toasts and tooltips). */
const openDelay = 700
const skipDelay = 300

/** When a tooltip was closed last, since the next one opens without the delay soon after it. */
let lastClosed = Number.NEGATIVE_INFINITY

/**
 * A tooltip that opens on hover after a delay, and on keyboard focus at once. Mantine's would add its positioning
 * library to the website's first view.
 *
 * @returns props for the anchor, and the id of the tooltip while it is open
 */
export function useTooltip() {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function close() {
    clearTimeout(timer.current)
    if (!isOpen) return
    lastClosed = Date.now()
    setOpen(false)
  }

  return {
    tooltipId: isOpen ? id : undefined,
    anchor: {
      'aria-describedby': isOpen ? id : undefined,
      onPointerEnter({ pointerType }: PointerEvent) {
        if (pointerType === 'touch') return
        const isSkipped = Math.abs(Date.now() - lastClosed) < skipDelay
        clearTimeout(timer.current)
        if (isSkipped) setOpen(true)
        else timer.current = setTimeout(() => setOpen(true), openDelay)
      },
      onPointerLeave: close,
      onPointerDown: close,
      onFocus({ currentTarget }: { currentTarget: Element }) {
        if (currentTarget.matches(':focus-visible')) setOpen(true)
      },
      onBlur: close,
      onKeyDown({ key }: KeyboardEvent) {
        if (key === 'Escape') close()
      },
    },
  }
}
