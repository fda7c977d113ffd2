import { type ReactNode, useEffect, useState } from 'react'
import { createBrowserRouter, type DataRouter, RouterProvider, useRouteError } from 'react-router-dom'

import { UnsavedGuard } from './unsaved-guard.tsx'

/** The browser's router of the back office, which asks before a navigation discards unsaved changes. */
export function GuardedRouter({ children }: { readonly children: ReactNode }) {
  const [router, setRouter] = useState<DataRouter>()
  useEffect(() => {
    const created = createBrowserRouter(guardedRoutes(children))
    setRouter(created)
    return () => created.dispose()
    // oxlint-disable-next-line react/exhaustive-deps -- what an app renders in it stays
  }, [])
  return router && <RouterProvider router={router} useTransitions={false} />
}

/** One route for every address, whose screens declare their own. */
export function guardedRoutes(children: ReactNode) {
  return [
    {
      path: '*',
      element: (
        <>
          <UnsavedGuard />
          {children}
        </>
      ),
      errorElement: <Rethrown />,
    },
  ]
}

/** Leaves a crash to the error boundary of the app. */
function Rethrown(): never {
  throw useRouteError()
}
