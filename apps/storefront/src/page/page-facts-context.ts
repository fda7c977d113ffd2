import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { useIsHydrated } from '@giftwell/shared/ui/use-is-hydrated.ts'
import { createContext, use } from 'react'
import { useLocation } from 'react-router-dom'

import { type PageFacts, unrenderedPage } from './rendered-page.ts'

/** What the HTML was rendered with. */
export const PageFactsContext = createContext<PageFacts>(unrenderedPage)

/**
 * The public origin of the site, without a slash at the end: the one given to the build, else the one that the page was
 * opened at. Null in HTML that was rendered without one.
 */
export function usePublicOrigin(): string | null {
  const { siteOrigin } = use(PageFactsContext)
  const opened = usePlatform().siteOrigin
  const isHydrated = useIsHydrated()
  return siteOrigin ?? (isHydrated ? opened : null)
}

/** The query of the address; while hydrating, the one that the HTML was rendered for. */
export function useSearch(): string {
  const { search: rendered } = use(PageFactsContext)
  const { search } = useLocation()
  return useIsHydrated() ? search : rendered
}

/** The current year; while hydrating, the year in which the HTML was rendered. */
export function useYear(): number {
  const { year } = use(PageFactsContext)
  return useIsHydrated() ? thisYear() : year
}

function thisYear(): number {
  return new Date().getFullYear()
}
