import '@mantine/notifications/styles.css'

import { Button, CloseButton, getDefaultZIndex } from '@mantine/core'
import {
  createNotificationsStore,
  type NotificationData,
  Notifications,
  notifications,
} from '@mantine/notifications'
import { type PointerEvent, useEffect, useRef, useState } from 'react'

import { focusElement, focusTarget } from '../focus-element.ts'
import { MantineTheme } from '../theme-provider.tsx'
import classes from './toast-view.module.css'
import { type ToastContent, useToasts } from './toasts.ts'

/** Milliseconds that a toast is shown (product.md, section 9). */
export const displayDuration = 5000
/** Pixels to the right after which a swipe dismisses (product.md, section 9). */
export const swipeThreshold = 50

/**
 * One toast at a time, at the top on small screens and at the bottom right on wider ones (product.md, section 2,
 * Notifications).
 */
export function ToastView() {
  const toasts = useToasts()
  const [store] = useState(createNotificationsStore)
  const section = useRef<HTMLElement>(null)
  /** The element focused before a toast. */
  const before = useRef<Element>(null)
  useEffect(
    () =>
      toasts.attach((content) => {
        const id = String(++count)
        const leave = () => leaveFor(before.current, section.current)
        leave()
        notifications.clean(store)
        notifications.show(
          notificationOf(id, content, () => {
            leave()
            notifications.hide(id, store)
          }),
          store,
        )
      }),
    [toasts, store],
  )
  return (
    <MantineTheme>
      {/* It takes no input: it remembers where the focus came from. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={section}
        aria-label="Notifications"
        onFocus={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
        }}
      >
        <Notifications
          store={store}
          withinPortal={false}
          autoClose={displayDuration}
          notificationMaxHeight="none"
          zIndex={getDefaultZIndex('max')}
          // A toast leaves at once, so that two are never visible.
          transitionDuration={0}
          // Mantine's swipe dismisses to both sides and from a third of the width.
          allowDragDismiss={false}
          classNames={{ root: classes.root ?? '', notification: classes.toast ?? '' }}
        />
      </section>
    </MantineTheme>
  )
}

let count = 0

/** Moves the focus from a toast that closes to where it was before, or to the page's heading. */
function leaveFor(before: Element | null, section: HTMLElement | null) {
  const isInToast = () => section?.contains(document.activeElement) === true
  if (isInToast()) focusElement(before && focusTarget(before))
  if (isInToast()) focusElement(document.querySelector('main h1'))
}

function notificationOf(id: string, content: ToastContent, close: () => void): NotificationData {
  const { title, description, fact, stays = false, variant = 'default', action } = content
  return {
    id,
    message: null,
    ...(stays && { autoClose: false }),
    role: variant === 'destructive' ? 'alert' : 'status',
    ...(variant === 'destructive' && { className: classes.destructive ?? '' }),
    ...swipeHandlers(close),
    renderNotification: () => (
      <>
        <div className={classes.words}>
          <strong className={classes.title}>{title}</strong>
          {description && <p className={classes.description}>{description}</p>}
          {fact && <p className={classes.fact}>{fact}</p>}
        </div>
        {action && <ToastAction action={action} close={close} takesFocus={stays} />}
        <CloseButton aria-label="Close notification" onClick={close} className={classes.close} />
      </>
    ),
  }
}

interface ToastActionProps {
  readonly action: NonNullable<ToastContent['action']>
  readonly close: () => void
  readonly takesFocus: boolean
}

function ToastAction({ action: { label, href, onPress }, close, takesFocus }: ToastActionProps) {
  const root = useRef<HTMLAnchorElement & HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) root.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const look = { variant: 'default', size: 'compact-sm', className: classes.action ?? '' }
  const press = () => {
    close()
    onPress()
  }
  if (href === undefined) {
    return (
      <Button {...look} ref={root} onClick={press}>
        {label}
      </Button>
    )
  }
  return (
    <Button
      {...look}
      ref={root}
      component="a"
      href={href}
      onClick={(event) => {
        // The browser opens the link elsewhere.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        press()
      }}
    >
      {label}
    </Button>
  )
}

/** A swipe to the right moves the toast, and dismisses it beyond the threshold. */
function swipeHandlers(dismiss: () => void) {
  let start: number | null = null
  const distance = (event: PointerEvent<HTMLElement>) =>
    start === null ? 0 : Math.max(0, event.clientX - start)
  const end = (event: PointerEvent<HTMLElement>) => {
    if (distance(event) >= swipeThreshold) dismiss()
    start = null
    event.currentTarget.style.translate = ''
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => (start = event.clientX),
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (start !== null) event.currentTarget.style.translate = `${distance(event)}px`
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
  }
}
