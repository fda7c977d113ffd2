import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { useBackend } from '../../data/backend-context.ts'
import { usePlatform } from '../../platform/platform.ts'

/** Begins with the leads instead of the dashboard when there is no network, where leads are kept for that. */
export function useOfflineStart(): void {
  const { connectivity } = useBackend()
  const { offlineStorage } = usePlatform()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const begin = useEffectEvent(() => {
    if (pathname === '/admin' && offlineStorage !== null && !connectivity.isOnline()) {
      void navigate('/admin/leads', { replace: true })
    }
  })
  useEffect(() => begin(), [])
}
