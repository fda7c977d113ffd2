import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useLayoutEffect } from 'react'

import { below } from './breakpoints.ts'
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

/** A dialog named by its title. Escape and a click beside it close it, and the focus returns where it was. */
export function Dialog({ opened, onClose, title, size, onExited, classNames, children }: DialogProps) {
  useFocusReturn(opened)
  useScrollLock(opened)
  const isPhone = useMediaQuery(below('sm')) ?? false
  return (
    <Modal.Root
      opened={opened}
      returnFocus={false}
      lockScroll={false}
      onClose={onClose}
      size={size}
      fullScreen={isPhone}
      centered
      padding={0}
      classNames={{ content: [classes.content, classNames?.content].filter(Boolean).join(' ') }}
      {...(onExited && { onExitTransitionEnd: onExited })}
    >
      <Modal.Overlay className="no-print" backgroundOpacity={0.55} />
      <Modal.Content>
        <div className={[classes.head, classNames?.head].filter(Boolean).join(' ')}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" size="lg" />
        </div>
        <Modal.Body className={[classes.body, classNames?.body].filter(Boolean).join(' ')}>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** How many dialogs are open. */
let locks = 0

/**
 * Lets nothing behind a dialog scroll. Mantine's own way sets a variable on the body, which costs a new style of every element
 * of the page.
 */
function useScrollLock(opened: boolean) {
  useLayoutEffect(() => {
    if (!opened) return undefined
    const root = document.documentElement
    locks += 1
    if (locks === 1) {
      // The page keeps its width where scroll bars take some of it.
      if (window.innerWidth > root.clientWidth) root.style.scrollbarGutter = 'stable'
      root.style.overflow = 'hidden'
    }
    return () => {
      locks -= 1
      if (locks > 0) return
      root.style.removeProperty('overflow')
      root.style.removeProperty('scrollbar-gutter')
    }
  }, [opened])
}

/**
 * Gives the focus back to what had it before. Mantine's own way misses a dialog that is open from its first moment,
 * as one is whose code was loaded for it. When the opener is gone, what is in its place or the page's heading gets the focus.
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
