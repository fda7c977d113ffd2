import { AdminRoutes } from '@giftwell/shared/admin/admin-routes.tsx'
import { useLeadWatch } from '@giftwell/shared/admin/leads/use-lead-watch.ts'
import { Navigate, Route, Routes } from 'react-router-dom'

import type { Bridge } from '../ipc/bridge.ts'
import type { Output } from '../ipc/contract.ts'
import { ConnectionPage } from './connect/connection-page.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { useOpenedPages } from './use-opened-pages.ts'

interface DesktopRoutesProps {
  readonly bridge: Bridge
  readonly connection: Output<'connection:read'>
}

/** Every address of the app: the back office as on the website, and the app's own page. Leads are looked out for on all. */
export function DesktopRoutes({ bridge, connection }: DesktopRoutesProps) {
  useOpenedPages(bridge)
  useLeadWatch()
  return (
    <Routes>
      <Route index element={<Navigate to="/admin" replace />} />
      <Route path="admin/*" element={<AdminRoutes notFound={<NotFoundScreen />} />} />
      <Route path="connect" element={<ConnectionPage bridge={bridge} present={connection} />} />
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  )
}
