import { useFocusTrap } from '@mantine/hooks'
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'

import classes from './dialog.module.css'
import { focusElement, focusTarget } from './focus-element.ts'

interface DialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  /** Width on screens that are wider than it; phones show the dialog on the whole screen. */
  readonly size: string
  readonly onExited?: () => void
  readonly classNames?: {
    readonly content?: string | undefined
    readonly head?: string | undefined
    readonly body?: string | undefined
  }
  readonly children: ReactNode
}

/**
 * A dialog named by its title. Escape and a click beside it close it, and the focus returns where it was. Mantine's own would
 * render and paint twice before it shows anything.
 */
export function Dialog({ opened, onClose, title, size, onExited, classNames, children }: DialogProps) {
  const id = useId()
  useFocusReturn(opened)
  useScrollLock(opened)
  useEscape(opened, onClose)
  const trap = useFocusTrap(opened)
  const { isShown, overlay } = useExit(opened, onExited)
  if (!isShown) return null
  const close = () => {
    if (opened) onClose()
  }
  return createPortal(
    <div className={classes.root} data-portal="true" data-closing={!opened || undefined}>
      {/* Escape does the same. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
      <div ref={overlay} className={`${classes.overlay} no-print`} onClick={close} />
      <div className={classes.window}>
        <section
          ref={trap}
          role="dialog"
          tabIndex={-1}
          aria-modal
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-body`}
          className={[classes.content, classNames?.content].filter(Boolean).join(' ')}
          style={{ flexBasis: size }}
        >
          <div className={[classes.head, classNames?.head].filter(Boolean).join(' ')}>
            <h2 id={`${id}-title`} className={classes.title}>
              {title}
            </h2>
            <button type="button" className={classes.close} aria-label="Close" onClick={close}>
              <svg viewBox="0 0 15 15" aria-hidden>
                <path d="m3.6 3.6 7.8 7.8m0-7.8-7.8 7.8" />
              </svg>
            </button>
          </div>
          <div id={`${id}-body`} className={[classes.body, classNames?.body].filter(Boolean).join(' ')}>
            {children}
          </div>
        </section>
      </div>
    </div>,
    document.body,
  )
}

/** Closes a dialog by Escape, unless the focused element uses the key. */
function useEscape(opened: boolean, onClose: () => void) {
  const handle = useEffectEvent(({ key, isComposing, target }: KeyboardEvent) => {
    if (key !== 'Escape' || isComposing) return
    if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return
    onClose()
  })
  useEffect(() => {
    if (!opened) return undefined
    window.addEventListener('keydown', handle, { capture: true })
    return () => window.removeEventListener('keydown', handle, { capture: true })
  }, [opened])
}

/** Whether a dialog is in the document, which it is until its overlay has faded out. */
function useExit(opened: boolean, onExited: (() => void) | undefined) {
  const [isShown, setShown] = useState(opened)
  if (opened && !isShown) setShown(true)
  const overlay = useRef<HTMLDivElement>(null)
  const end = useEffectEvent(() => {
    setShown(false)
    onExited?.()
  })
  useLayoutEffect(() => {
    if (opened || !isShown) return undefined
    // Not every environment has animations, whatever the type says.
    const fading = overlay.current?.getAnimations?.()[0]
    if (fading === undefined) {
      end()
      return undefined
    }
    fading.addEventListener('finish', end)
    return () => fading.removeEventListener('finish', end)
  }, [opened, isShown])
  return { isShown, overlay }
}

/** How many dialogs are open. */
let locks = 0

/**
 * Lets nothing behind a dialog scroll. Mantine's own way sets a variable on the body, which costs a new style of every element
 * of the page.
 */
function useScrollLock(opened: boolean) {
  // Read before the commit: within it, reading would force a layout.
  const hasScrollBar = useMemo(
    () => opened && window.innerWidth > document.documentElement.clientWidth,
    [opened],
  )
  useLayoutEffect(() => {
    if (!opened) return undefined
    const root = document.documentElement
    locks += 1
    if (locks === 1) {
      // The page keeps its width where scroll bars take some of it.
      if (hasScrollBar) root.style.scrollbarGutter = 'stable'
      root.style.overflow = 'hidden'
    }
    return () => {
      locks -= 1
      if (locks > 0) return
      root.style.removeProperty('overflow')
      root.style.removeProperty('scrollbar-gutter')
    }
  }, [opened, hasScrollBar])
}

/**
 * Returns the focus to the opener. Mantine's own hook misses a dialog that is open at its first render, as a lazy
 * one is. If the opener is gone, its replacement or the page's heading gets the focus.
 */
function useFocusReturn(opened: boolean) {
  useLayoutEffect(() => {
    const opener = document.activeElement
    if (!opened || !(opener instanceof HTMLElement)) return undefined
    return () =>
      void setTimeout(() => {
        const present = document.activeElement
        // The press that closed the dialog may have moved the focus on, such as to a message.
        if (present !== null && present !== document.body && present.closest('[role="dialog"]') === null)
          return
        const target = focusTarget(opener)
        focusElement(target.isConnected ? target : document.querySelector('main h1'))
      })
  }, [opened])
}
