/** Runs at once, or when the mouse button or finger that is down has been lifted and its click has been handled. */
export function afterPress(action: () => void) {
  if (!isPressed) {
    action()
    return
  }
  window.addEventListener('pointerup', () => setTimeout(action), { once: true })
}

let isPressed = false
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (isPressed = true), { capture: true })
  for (const end of ['pointerup', 'pointercancel'] as const) {
    window.addEventListener(end, () => (isPressed = false), { capture: true })
  }
}
