/**
 * Runs at once, or when the mouse button that is down has been lifted and its click has been handled. A tap is a press of
 * the mouse, too: browsers send its events, and move the focus, after those of the pointer.
 */
export function afterPress(action: () => void) {
  if (!isPressed) {
    action()
    return
  }
  window.addEventListener('mouseup', () => setTimeout(action), { once: true })
}

let isPressed = false
if (typeof window !== 'undefined') {
  window.addEventListener('mousedown', () => (isPressed = true), { capture: true })
  for (const end of ['mouseup', 'dragend'] as const) {
    window.addEventListener(end, () => (isPressed = false), { capture: true })
  }
}
