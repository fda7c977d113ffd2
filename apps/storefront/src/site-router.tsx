import { useState } from 'react'
import { BrowserRouter } from 'react-router-dom'

import { LazyBackOffice } from './layout/lazy-page.tsx'
import { AppRoutes } from './routes.tsx'

/**
 * The routers of the website in a browser. That of the back office can block a navigation and is loaded with it; the light
 * one of the public pages cannot (docs/decisions/48-two-routers.md).
 */
export function SiteRouter() {
  const [isInBackOffice, setInBackOffice] = useState(false)
  if (isInBackOffice) return <LazyBackOffice onLeave={() => setInBackOffice(false)} />
  return (
    <BrowserRouter useTransitions={false}>
      <AppRoutes onBackOffice={() => setInBackOffice(true)} />
    </BrowserRouter>
  )
}
