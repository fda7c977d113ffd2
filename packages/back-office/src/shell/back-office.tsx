import { type ReactNode, useLayoutEffect } from 'react'
import { Route, Routes } from 'react-router-dom'

import { GuardedRouter } from '@giftwell/shared/app/unsaved-guard.tsx'
import { AdminRoutes } from './admin-routes.tsx'

interface BackOfficeProps {
  readonly notFound: ReactNode
  /** Called when the address is no longer below /admin. */
  readonly onLeave: () => void
}

/** The back office within the website, with a router of its own. */
export function BackOffice({ notFound, onLeave }: BackOfficeProps) {
  return (
    <GuardedRouter>
      <Routes>
        <Route path="admin/*" element={<AdminRoutes notFound={notFound} />} />
        <Route path="*" element={<Left onLeave={onLeave} />} />
      </Routes>
    </GuardedRouter>
  )
}

function Left({ onLeave }: Pick<BackOfficeProps, 'onLeave'>) {
  useLayoutEffect(onLeave, [onLeave])
  return null
}
