import type { Bridge } from '../ipc/bridge.ts'

declare global {
  interface Window {
    /** The way to the main process, which the preload puts here. */
    readonly giftwell: Bridge
  }
}

/** The way to the main process; throws in a page that stands in no window of the app. */
export function bridgeOf(window: Window): Bridge {
  const bridge: Bridge | undefined = window.giftwell
  if (bridge === undefined) throw new Error('This page runs only inside the Giftwell app')
  return bridge
}
