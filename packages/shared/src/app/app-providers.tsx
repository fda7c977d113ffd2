import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { AuthProvider, useAuth } from '../auth/auth-context.tsx'
import { sessionIsOver } from '../auth/auth-machine.ts'
import { BackendContext, useBackend } from '../kernel/backend-context.ts'
import { siteDetailsQuery } from '../settings/site-queries.ts'
import type { SiteDetails } from '../kernel/brand.ts'
import { PlatformContext } from '../platform/platform.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { lazyComponent } from '../ui/lazy/lazy-component.tsx'
import { LazyDialog } from '../ui/lazy/lazy-dialog.tsx'
import { SiteContext } from '../ui/use-site.ts'
import { ToastContext, useToasts } from '../ui/toasts/toasts.ts'
import { Toaster } from '../ui/toasts/toaster.tsx'
import type { AppServices } from './app-services.ts'

interface AppProvidersProps {
  readonly services: AppServices
  readonly children: ReactNode
}

/** Everything around an app's router but Mantine (`ThemeProvider`): services, toasts, and the dialog for a new password. */
export function AppProviders({ services, children }: AppProvidersProps) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={services.queryClient}>
        <PlatformContext value={services.platform}>
          <BackendContext value={services.backend}>
            <AuthProvider store={services.authStore} service={services.accountService}>
              <ToastContext value={services.toasts}>
                <SiteProvider>
                  {children}
                  <PasswordRecovery />
                  <AuthProblemToast />
                  <Toaster />
                </SiteProvider>
              </ToastContext>
            </AuthProvider>
          </BackendContext>
        </PlatformContext>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

/** Provides the site's details as far as they are there: pages bring them, and idle parts read them. */
function SiteProvider({ children }: { children: ReactNode }) {
  const { data } = useQuery({ ...siteDetailsQuery(useBackend()), enabled: false })
  return <SiteContext value={data ?? noDetails}>{children}</SiteContext>
}

const noDetails: SiteDetails = {}

const newPasswordDialog = lazyComponent(
  async () => (await import('../auth/new-password-dialog.tsx')).NewPasswordDialog,
)

/** The dialog for a new password, after a link to one. */
function PasswordRecovery() {
  const { isRecovering, endRecovery } = useAuth()
  return (
    <LazyDialog
      dialog={newPasswordDialog}
      what="The form of the new password"
      opened={isRecovering}
      onClose={endRecovery}
    />
  )
}

/** Shows a toast for auth errors, such as a session that is over or a failed sign-out. */
function AuthProblemToast() {
  const { error } = useAuth()
  const toasts = useToasts()
  useEffect(() => {
    if (error === sessionIsOver)
      toasts.show({ title: error, description: 'Sign in again to continue.', variant: 'destructive' })
    else if (error !== null)
      toasts.show({ title: 'Authentication Error', description: error, variant: 'destructive' })
  }, [error, toasts])
  return null
}
