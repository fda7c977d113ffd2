import { useSyncExternalStore } from 'react'

/** Whether scripts have taken over the page: false in the HTML that is there before them. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

function neverChanges(): () => void {
  return () => undefined
}
