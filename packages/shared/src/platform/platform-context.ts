import type { Platform } from './platform.ts'
import { createContext, use } from 'react'

/** Carries the platform from the composition root. */
export const PlatformContext = createContext<Platform | null>(null)

/** The platform of the surrounding app; throws outside of one. */
export function usePlatform(): Platform {
  const platform = use(PlatformContext)
  if (platform === null) throw new Error('Platform context not available')
  return platform
}
