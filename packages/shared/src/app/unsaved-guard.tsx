import { useWindowEvent } from '@mantine/hooks'
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type ReactNode,
  useState,
} from 'react'
import {
  type Location,
  useBlocker,
  createBrowserRouter,
  type DataRouter,
  RouterProvider,
  useRouteError,
} from 'react-router-dom'

import { type Platform, usePlatform } from '../platform/platform.ts'

interface GuardOptions {
  readonly isUnsaved: () => boolean
  /** Nothing may leave while it is true, not even after a confirmation. */
  readonly isBusy?: () => boolean
  /** Whether the unsaved changes survive a navigation to there; they never do unless given. */
  readonly survives?: (next: Location) => boolean
}

/** The mounted guards. A router has one blocker, which asks all of them. */
const guards = new Set<RefObject<GuardOptions>>()

/** The page after a sign-out, where there is nothing left to save. */
const loginPath = '/admin/login'

/**
 * Protects unsaved changes: the user is asked before a navigation discards them, and by the browser before the page is
 * closed. The returned function asks before they are discarded by other means, and returns whether they may be.
 */
export function useUnsavedGuard(options: GuardOptions): () => Promise<boolean> {
  const platform = usePlatform()
  const guard = useRef(options)
  useLayoutEffect(() => {
    guard.current = options
  })
  useEffect(() => {
    guards.add(guard)
    return () => void guards.delete(guard)
  }, [])
  return async () => !options.isUnsaved() || askToDiscard(platform)
}

/** Asks before a navigation or a closed page discards unsaved changes; there is one in a router. */
function UnsavedGuard() {
  const platform = usePlatform()
  const isAsking = useRef(false)
  const blocker = useBlocker(
    ({ nextLocation }) => nextLocation.pathname !== loginPath && whatBlocks(nextLocation).length > 0,
  )
  const latest = useRef(blocker)
  useEffect(() => {
    latest.current = blocker
  })
  const ask = useEffectEvent(async (next: Location) => {
    // Another press of Back waits for the same answer.
    if (isAsking.current) return
    isAsking.current = true
    const mustStay = whatBlocks(next).some(({ isBusy }) => isBusy?.())
    const isDiscarding = !mustStay && (await askToDiscard(platform))
    isAsking.current = false
    if (isDiscarding) latest.current.proceed?.()
    else latest.current.reset?.()
  })
  const blocked = blocker.state === 'blocked' ? blocker.location : null
  useEffect(() => {
    if (blocked !== null) void ask(blocked)
  }, [blocked])
  useWindowEvent('beforeunload', (event) => {
    if ([...guards].some(({ current }) => current.isUnsaved())) event.preventDefault()
  })
  return null
}

function whatBlocks(next: Location) {
  return [...guards]
    .map(({ current }) => current)
    .filter(({ isUnsaved, isBusy, survives }) => (isBusy?.() === true || isUnsaved()) && !survives?.(next))
}

function askToDiscard(platform: Platform): Promise<boolean> {
  return platform.confirm('You have unsaved changes. Discard them?', { action: 'Discard' })
}

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
