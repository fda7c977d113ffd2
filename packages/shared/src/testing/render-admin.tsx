import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { onTestFinished } from 'vitest'

import { guardedRoutes } from '../app/unsaved-guard.tsx'
import type { AccountService } from '../auth/account-service.ts'
import { AuthProvider } from '../auth/auth-context.tsx'
import { createAuthStore } from '../auth/auth-store.ts'
import { BackendContext } from '../kernel/backend-context.ts'
import { createBackend } from '../kernel/backend.ts'
import { createQueryClient, refetchOnReturn } from '../kernel/query-client.ts'
import { PlatformContext } from '../platform/platform.ts'
import { theme } from '../ui/theme.ts'
import { createToasts, ToastContext } from '../ui/toasts/toasts.ts'
import { Toaster, ToastView } from '../ui/toasts/toaster.tsx'
import { fakeAccountService } from './fake-account-service.ts'
import { createMemoryPlatform } from './memory-platform.ts'

await ToastView.preload()

/** An administrator, signed in. */
export const administrator = {
  user: { id: '00000000-0000-0000-0000-000000000002', email: 'admin@example.com' },
  accessToken: 'token',
}

interface Options {
  readonly path?: string | { readonly pathname: string; readonly search?: string; readonly state: object }
  /** Who is signed in; an administrator unless given. */
  readonly session?: typeof administrator | null
  readonly accounts?: Partial<AccountService>
}

/** Renders a part of the back office for a signed-in administrator, with reads tried once so that failures show at once. */
export function renderAdmin(screen: ReactNode, { path = '/admin', ...options }: Options = {}) {
  const { session = administrator, accounts = {} } = options
  const platform = createMemoryPlatform()
  const backend = createBackend(
    { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' },
    platform.sessionStorage,
  )
  const toasts = createToasts()
  const accountService = fakeAccountService({ session, role: 'administrator' }, accounts)
  const authStore = createAuthStore(accountService)
  const queryClient = createQueryClient(toasts.show, () => void authStore.readRoleAgain())
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
  onTestFinished(refetchOnReturn(queryClient, backend.connectivity))
  const view = render(
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false} env="test">
      <QueryClientProvider client={queryClient}>
        <PlatformContext value={platform}>
          <BackendContext value={backend}>
            <AuthProvider store={authStore} service={accountService}>
              <ToastContext value={toasts}>
                <MemoryRouter path={path}>{screen}</MemoryRouter>
                <Toaster />
              </ToastContext>
            </AuthProvider>
          </BackendContext>
        </PlatformContext>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { user: userEvent.setup(), platform, backend, queryClient, toasts, ...view }
}

interface MemoryRouterProps {
  readonly path: NonNullable<Options['path']>
  readonly children: ReactNode
}

/** The router of the back office with a history of its own. */
export function MemoryRouter({ path, children }: MemoryRouterProps) {
  const [router] = useState(() => createMemoryRouter(guardedRoutes(children), { initialEntries: [path] }))
  return <RouterProvider router={router} useTransitions={false} />
}
