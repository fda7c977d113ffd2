import { createContext, use } from 'react'

/** Carries whether scripts have taken over the page; without a provider they have. */
export const LiveContext = createContext(true)

/** Whether scripts have taken over the page: false in the HTML that is there before them. */
export function useIsLive(): boolean {
  return use(LiveContext)
}
