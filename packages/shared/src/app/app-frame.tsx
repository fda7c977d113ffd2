import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { BrowserRouter } from 'react-router-dom'

import { AuthProvider } from '../auth/auth-context.tsx'
import { AuthProblemToast } from '../auth/auth-problem-toast.tsx'
import { PasswordRecovery } from '../auth/password-recovery.tsx'
import { BackendContext } from '../data/backend-context.ts'
import { PlatformContext } from '../platform/platform.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { LiveProvider } from '../ui/live/live-provider.tsx'
import { theme } from '../ui/theme.ts'
import { ToastContext } from '../ui/toasts/toast-context.ts'
import { Toaster } from '../ui/toasts/toaster.tsx'
import type { AppServices } from './app-services.ts'

/** What knows which address is shown. */
export type RouterPart = ComponentType<{ children: ReactNode }>

interface AppFrameProps {
  readonly services: AppServices
  readonly children: ReactNode
  /** The browser's address bar unless given. */
  readonly router?: RouterPart | undefined
  /** Called once the page listens to whoever uses it. */
  readonly onLive?: (() => void) | undefined
}

/** An app around its routes: the look, the services, the addresses, and what is said whatever page is shown. */
export function AppFrame({ services, children, router: Router = AddressBar, onLive }: AppFrameProps) {
  return (
    <LookFrame>
      <LiveProvider onLive={onLive}>
        <QueryClientProvider client={services.queryClient}>
          <PlatformContext value={services.platform}>
            <BackendContext value={services.backend}>
              <AuthProvider store={services.authStore} service={services.accountService}>
                <ToastContext value={services.toasts}>
                  <Router>
                    {children}
                    <PasswordRecovery />
                    <AuthProblemToast />
                  </Router>
                  <Toaster />
                </ToastContext>
              </AuthProvider>
            </BackendContext>
          </PlatformContext>
        </QueryClientProvider>
      </LiveProvider>
    </LookFrame>
  )
}

function AddressBar({ children }: { children: ReactNode }) {
  return <BrowserRouter useTransitions={false}>{children}</BrowserRouter>
}

/** The look and the screen for crashes alone, for what is shown before there is a backend. */
export function LookFrame({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      // They are a stylesheet (tooling/site/theme-sheet.ts).
      withCssVariables={false}
      // Nothing is shown or hidden by the width of the window through them.
      withGlobalClasses={false}
      withStaticClasses={false}
    >
      <ErrorBoundary>{children}</ErrorBoundary>
    </MantineProvider>
  )
}
