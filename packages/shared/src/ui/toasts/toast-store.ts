import { nextToasts, type Toast, type ToastAction } from './toast-reducer.ts'

/** Milliseconds between a toast's dismissal and its leaving the list (specification, section 9). */
export const removalDelay = 1_000_000

/** What a toast says; an error is `destructive`. */
export type ToastContent = Pick<Toast, 'title'> & Partial<Pick<Toast, 'description' | 'variant'>>

/** The toasts of one app. */
export interface ToastStore {
  get(): readonly Toast[]
  subscribe(listener: () => void): () => void
  /** Shows a message, displacing the one before, and answers with its id. */
  show(content: ToastContent): string
  /** Closes one toast, or all when no id is given. */
  dismiss(id?: string): void
}

/** Creates the list of toasts. */
export function createToastStore(): ToastStore {
  let toasts: readonly Toast[] = []
  let counter = 0
  const listeners = new Set<() => void>()

  function send(action: ToastAction) {
    toasts = nextToasts(toasts, action)
    for (const listener of listeners) listener()
  }

  return {
    get: () => toasts,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    show({ variant = 'default', ...content }) {
      counter = (counter + 1) % Number.MAX_SAFE_INTEGER
      const id = String(counter)
      send({ type: 'added', toast: { ...content, variant, id } })
      return id
    },
    dismiss(id) {
      const only = id === undefined ? {} : { id }
      send({ type: 'dismissed', ...only })
      setTimeout(() => send({ type: 'removed', ...only }), removalDelay)
    },
  }
}
