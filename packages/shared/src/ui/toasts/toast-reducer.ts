/** A message that appears and goes (specification, section 3, Toast notification). */
export interface Toast {
  readonly id: string
  readonly title: string
  readonly description?: string
  readonly open: boolean
  readonly variant: 'default' | 'destructive'
}

/** What happens to toasts (specification, section 4, Toasts); without an id, to all of them. */
export type ToastAction =
  | { readonly type: 'added'; readonly toast: Omit<Toast, 'open'> }
  | { readonly type: 'updated'; readonly toast: Partial<Toast> & Pick<Toast, 'id'> }
  | { readonly type: 'dismissed'; readonly id?: string }
  | { readonly type: 'removed'; readonly id?: string }

/** Most toasts that are visible at a time (specification, section 9). */
const mostToasts = 1

/** The list of toasts after an action, newest first. */
export function nextToasts(toasts: readonly Toast[], action: ToastAction): readonly Toast[] {
  switch (action.type) {
    case 'added':
      return [{ ...action.toast, open: true }, ...toasts].slice(0, mostToasts)
    case 'updated':
      return toasts.map((toast) => (toast.id === action.toast.id ? { ...toast, ...action.toast } : toast))
    case 'dismissed':
      return toasts.map((toast) => (isMeant(toast, action.id) ? { ...toast, open: false } : toast))
    case 'removed':
      return toasts.filter((toast) => !isMeant(toast, action.id))
  }
}

function isMeant(toast: Toast, id: string | undefined): boolean {
  return id === undefined || toast.id === id
}
