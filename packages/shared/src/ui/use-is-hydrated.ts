import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** False in prerendered HTML and in the render that hydrates it, true ever after. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
