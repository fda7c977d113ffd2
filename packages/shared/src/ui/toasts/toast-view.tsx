import '@mantine/notifications/styles.css'

import { Button, CloseButton } from '@mantine/core'
import {
  createNotificationsStore,
  type NotificationData,
  Notifications,
  notifications,
} from '@mantine/notifications'
import { type PointerEvent, useEffect, useState } from 'react'

import classes from './toast-view.module.css'
import { type ToastContent, useToasts } from './toasts.ts'

type Store = ReturnType<typeof createNotificationsStore>

/** Milliseconds that a toast is shown (specification, section 9). */
export const displayDuration = 5000
/** Pixels to the right after which a swipe dismisses (specification, section 9). */
export const swipeThreshold = 50

/**
 * One toast at a time, at the top on small screens and at the bottom right on wider ones (specification, section 2,
 * Notifications).
 */
export function ToastView() {
  const toasts = useToasts()
  const [store] = useState(createNotificationsStore)
  useEffect(
    () =>
      toasts.attach((content) => {
        notifications.clean(store)
        notifications.show(notificationOf(content, store), store)
      }),
    [toasts, store],
  )
  return (
    <section aria-label="Notifications">
      <Notifications
        store={store}
        withinPortal={false}
        autoClose={displayDuration}
        notificationMaxHeight="none"
        zIndex={500}
        // A toast leaves at once, so that two are never visible.
        transitionDuration={0}
        // Mantine's swipe dismisses to both sides and from a third of the width.
        allowDragDismiss={false}
        classNames={{ root: classes.root ?? '', notification: classes.toast ?? '' }}
      />
    </section>
  )
}

let count = 0

function notificationOf(content: ToastContent, store: Store): NotificationData {
  const { title, description, variant = 'default', action } = content
  const id = String(++count)
  const close = () => notifications.hide(id, store)
  return {
    id,
    message: null,
    role: variant === 'destructive' ? 'alert' : 'status',
    ...(variant === 'destructive' && { className: classes.destructive ?? '' }),
    ...swipeHandlers(close),
    renderNotification: () => (
      <>
        <div className={classes.words}>
          <strong className={classes.title}>{title}</strong>
          {description && <p className={classes.description}>{description}</p>}
        </div>
        {action && (
          <Button
            variant="default"
            size="compact-sm"
            className={classes.action}
            onClick={() => {
              close()
              action.onPress()
            }}
          >
            {action.label}
          </Button>
        )}
        <CloseButton aria-label="Close notification" onClick={close} className={classes.close} />
      </>
    ),
  }
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
