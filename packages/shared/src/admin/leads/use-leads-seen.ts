import { useEffect } from 'react'

import { usePlatform } from '../../platform/platform.ts'

/** Tells the system that the leads that were announced have been seen, whenever the screen is shown and visible. */
export function useLeadsSeen(): void {
  const platform = usePlatform()
  useEffect(() => {
    const tell = () => {
      if (document.visibilityState === 'visible') platform.leadsSeen()
    }
    tell()
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [platform])
}
