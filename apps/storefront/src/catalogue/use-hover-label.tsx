import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

import classes from './hover-label.module.css'

/** Milliseconds that the mouse rests before the label opens (specification, section 9). */
const openDelay = 700
/** Pixels between the label and what it names (specification, section 9). */
const offset = 4
/** Pixels kept free at the edges of the window. */
const edge = 5

/** A tooltip, and what brings it up. */
interface HoverLabel {
  /** For the element that the label names. */
  readonly handlers: {
    onPointerEnter(event: PointerEvent<HTMLElement>): void
    onPointerLeave(): void
  }
  /** To be rendered beside that element. */
  readonly open: ReactNode
}

/**
 * A tooltip for the mouse, above an element that has an accessible name of its own. There may be one on every card of
 * a long list, so until it opens it is two handlers and no more.
 */
export function useHoverLabel(label: string): HoverLabel {
  const [named, setNamed] = useState<DOMRect | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function close() {
    clearTimeout(timer.current)
    setNamed(null)
  }

  return {
    handlers: {
      onPointerEnter({ pointerType, currentTarget }) {
        if (pointerType === 'touch') return
        clearTimeout(timer.current)
        timer.current = setTimeout(() => setNamed(currentTarget.getBoundingClientRect()), openDelay)
      },
      onPointerLeave: close,
    },
    open: named && <OpenLabel label={label} named={named} onClose={close} />,
  }
}

function OpenLabel({ label, named, onClose }: { label: string; named: DOMRect; onClose: () => void }) {
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    // What it names moves away from under it.
    window.addEventListener('scroll', onClose, { signal, capture: true, passive: true })
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && onClose(), { signal })
    return () => listening.abort()
  })

  function place(element: HTMLElement | null) {
    if (element === null) return
    const { offsetWidth: width, offsetHeight: height } = element
    const centred = named.left + (named.width - width) / 2
    const above = named.top - height - offset
    element.style.left = `${Math.max(edge, Math.min(centred, window.innerWidth - width - edge))}px`
    element.style.top = `${above < edge ? named.bottom + offset : above}px`
  }

  return createPortal(
    <div ref={place} role="tooltip" className={classes.label}>
      {label}
    </div>,
    document.body,
  )
}
