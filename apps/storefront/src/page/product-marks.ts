import { useSyncExternalStore } from 'react'

/** A product as its controls name it. */
export interface MarkedProduct {
  readonly id: string
  readonly name: string
  readonly key?: string | undefined
}

/** A press on a control that marks a product. */
export interface MarkClick {
  readonly product: MarkedProduct
  readonly isMarked: boolean
}

/** Which products are marked, for controls of the first view; what a press does is loaded later. */
export function createMarks() {
  const listeners = new Set<() => void>()
  let marked: ReadonlySet<string> = new Set()
  let handler: ((click: MarkClick) => void) | undefined
  /** Presses before the handler is loaded. */
  let pending: MarkClick[] = []

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return {
    /** Sets which products are marked, and notifies their controls. */
    show(ids: readonly string[]): void {
      marked = new Set(ids)
      for (const listener of listeners) listener()
    },
    /** Whether a product is marked; renders again only when that changes. */
    useIsMarked: (id: string): boolean =>
      useSyncExternalStore(
        subscribe,
        () => marked.has(id),
        () => false,
      ),
    /** Handled at once, or as soon as the handler is loaded. */
    press(click: MarkClick): void {
      if (handler) handler(click)
      else pending.push(click)
    },
    /** Handles every press from now on, and those from before. Returns a function that unsubscribes. */
    handle(newHandler: (click: MarkClick) => void): () => void {
      handler = newHandler
      for (const click of pending) newHandler(click)
      pending = []
      return () => (handler = undefined)
    },
  }
}
