import { CloseButton } from '@mantine/core'
import { type PointerEvent, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

import { useIsHydrated } from '../use-is-hydrated.ts'
import { useToasts } from './toast-context.ts'
import type { Toast } from './toast-reducer.ts'
import classes from './toaster.module.css'

/** Milliseconds a toast stays by itself (specification, section 9). */
export const displayDuration = 5000
/** Pixels to the right after which a swipe dismisses (specification, section 9). */
export const swipeThreshold = 50

/** Shows the toasts: at the top on small screens, at the bottom right on wider ones (specification, section 2, Notifications). */
export function Toaster() {
  const store = useToasts()
  const isHydrated = useIsHydrated()
  const toasts = useSyncExternalStore(store.subscribe, store.get, store.get)
  if (!isHydrated) return null
  return createPortal(
    <section className={classes.region} aria-label="Notifications">
      {toasts
        .filter((toast) => toast.open)
        .map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={() => store.dismiss(toast.id)} />
        ))}
    </section>,
    document.body,
  )
}

function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const [isHeld, setHeld] = useState(false)
  const swipe = useSwipeRight(onClose)
  const close = useEffectEvent(onClose)

  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => close(), displayDuration)
    return () => clearTimeout(timer)
  }, [isHeld])

  return (
    <div
      role={toast.variant === 'destructive' ? 'alert' : 'status'}
      className={classes.toast}
      data-variant={toast.variant}
      style={{ transform: `translateX(${swipe.distance}px)` }}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      {...swipe.handlers}
    >
      <div className={classes.words}>
        <strong className={classes.title}>{toast.title}</strong>
        {toast.description && <p className={classes.description}>{toast.description}</p>}
      </div>
      <CloseButton aria-label="Close notification" onClick={onClose} className={classes.close} />
    </div>
  )
}

function useSwipeRight(onSwiped: () => void) {
  const [start, setStart] = useState<number | null>(null)
  const [distance, setDistance] = useState(0)
  const end = () => {
    if (distance >= swipeThreshold) onSwiped()
    setStart(null)
    setDistance(0)
  }
  return {
    distance,
    handlers: {
      onPointerDown: (event: PointerEvent) => setStart(event.clientX),
      onPointerMove: (event: PointerEvent) => {
        if (start !== null) setDistance(Math.max(0, event.clientX - start))
      },
      onPointerUp: end,
      onPointerCancel: end,
      onPointerLeave: end,
    },
  }
}
