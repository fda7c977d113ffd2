import { createContext, use } from 'react'

import { brand, type Claims, claimsOf, type SiteDetails } from '../kernel/brand.ts'

/** Provides what the owner of the site has set. */
export const SiteContext = createContext<SiteDetails>({})

/** What the owner of the site has set, and the site's name, which is the product's until it is set. */
export function useSite(): SiteDetails & { readonly name: string } {
  return { name: brand.name, ...use(SiteContext) }
}

/** What the website claims of itself. */
export function useClaims(): Claims {
  return claimsOf(use(SiteContext))
}
