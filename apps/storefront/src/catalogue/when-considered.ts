import type { PointerEvent } from 'react'

/** For a control: calls `consider` while the pointer moves over it or it has the focus, and `forget` when they leave. */
export function whenConsidered(consider: () => void, forget: () => void) {
  return {
    // A pointer that moves, and not a control that moves under a pointer at rest; a finger is there to press.
    onPointerMove: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') consider()
    },
    onPointerLeave: forget,
    onFocus: consider,
    onBlur: forget,
  }
}
