import { createContext, use } from 'react'

import { brand, type Claims, claimsOf, type SiteDetails } from '../kernel/brand.ts'

/** Provides the owner's settings. */
export const SiteContext = createContext<SiteDetails>({})

/** The owner's settings, with the site's name, by default the product's. */
export function useSite(): SiteDetails & { readonly name: string } {
  return { name: brand.name, ...use(SiteContext) }
}

/** The website's claims. */
export function useClaims(): Claims {
  return claimsOf(use(SiteContext))
}
