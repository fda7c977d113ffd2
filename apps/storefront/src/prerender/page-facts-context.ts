import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { useIsLive } from '@giftwell/shared/ui/live/live-context.ts'
import { createContext, use } from 'react'

import { type PageFacts, unrenderedPage } from './rendered-page.ts'

/** Carries what the HTML was rendered with. */
export const PageFactsContext = createContext<PageFacts>(unrenderedPage)

/**
 * The origin under which the site is known to others, without a slash at the end: the one that the build was told,
 * else the one that the page was opened at. Null while the HTML has none.
 */
export function usePublicOrigin(): string | null {
  const { siteOrigin } = use(PageFactsContext)
  const opened = usePlatform().siteOrigin
  const isLive = useIsLive()
  return siteOrigin ?? (isLive ? opened : null)
}

/** The year that it is, once the HTML is taken over; before that, the year in which it was rendered. */
export function useYear(): number {
  const { year } = use(PageFactsContext)
  return useIsLive() ? thisYear() : year
}

function thisYear(): number {
  return new Date().getFullYear()
}
