import { mayLeaveScreen } from '@giftwell/shared/admin/records/use-unsaved-guard.ts'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import type { Bridge } from '../ipc/bridge.ts'

/** Shows the pages that are asked for outside of the page: by a deep link, a notification, or the menu. */
export function useOpenedPages(bridge: Pick<Bridge, 'onOpenPage'>): void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const open = useEffectEvent((path: string) => {
    if (path === pathname + search) return
    if (mayLeaveScreen()) void navigate(path)
  })
  useEffect(() => bridge.onOpenPage((path) => open(path)), [bridge])
}
