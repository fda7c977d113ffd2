/** Moves the focus to a part of the page that is no control, such as a heading, without scrolling. */
export function focusPlace(place: Element | null | undefined): void {
  if (!(place instanceof HTMLElement)) return
  if (place.tabIndex < 0) place.tabIndex = -1
  place.focus({ preventScroll: true })
}
