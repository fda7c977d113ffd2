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
  const isPhone = useMediaQuery(below('sm')) ?? false
  return (
    <Modal.Root
      opened={opened}
      returnFocus={false}
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
