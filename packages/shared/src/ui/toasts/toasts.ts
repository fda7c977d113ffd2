import { createContext, use } from 'react'

/** A message for the user; an error is `destructive` (product.md, section 3). */
export interface ToastContent {
  readonly title: string
  readonly description?: string
  /** A fact to note down, such as a reference. */
  readonly fact?: string
  /** Whether it takes the focus and stays until it is closed. */
  readonly stays?: boolean
  readonly variant?: 'default' | 'destructive'
  /** A button, whose press closes the toast; a link where it leads to an address. */
  readonly action?: { readonly label: string; readonly onPress: () => void; readonly href?: string }
}

/** The toasts of an app, shown by its `Toaster`. */
export interface Toasts {
  /** Shows a toast, replacing the previous one. */
  show(content: ToastContent): void
  /** Displays every toast from now on, and a waiting one. Returns a function that stops it. */
  attach(display: (content: ToastContent) => void): () => void
}

/** Creates the toasts of an app. One that is shown before the toaster is loaded waits for it. */
export function createToasts(): Toasts {
  let display: ((content: ToastContent) => void) | undefined
  let waiting: ToastContent | undefined
  return {
    show(content) {
      if (display === undefined) waiting = content
      else display(content)
    },
    attach(newDisplay) {
      display = newDisplay
      if (waiting !== undefined) display(waiting)
      waiting = undefined
      return () => (display = undefined)
    },
  }
}

/** Provides the toasts to `useToasts`. */
export const ToastContext = createContext<Toasts | null>(null)

/** The toasts of the surrounding app; throws outside of one. */
export function useToasts(): Toasts {
  const toasts = use(ToastContext)
  if (toasts === null) throw new Error('Toast context not available')
  return toasts
}
