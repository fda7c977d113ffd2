/** Moves the focus to a part of the page that is no control, such as a heading, without scrolling. */
export function focusElement(element: Element | null | undefined): void {
  if (!(element instanceof HTMLElement)) return
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

const successors = new WeakMap<Element, Element>()

/** Remembers which control has taken the place of a removed one, for a dialog that the removed one has opened. */
export function setFocusSuccessor(removed: Element, successor: Element): void {
  successors.set(removed, successor)
}

/** The control itself, or its current replacement. */
export function focusTarget(control: Element): Element {
  const successor = control.isConnected ? undefined : successors.get(control)
  return successor === undefined ? control : focusTarget(successor)
}
