import { AuthProvider } from '@giftwell/shared/auth/auth-context.tsx'
import type { AccountService } from '@giftwell/shared/auth/account-service.ts'
import type { AuthStore } from '@giftwell/shared/auth/auth-store.ts'
import { AuthProblemToast } from '@giftwell/shared/auth/auth-problem-toast.tsx'
import { PasswordRecovery } from '@giftwell/shared/auth/password-recovery.tsx'
import type { Backend } from '@giftwell/shared/data/backend.ts'
import { BackendContext } from '@giftwell/shared/data/backend-context.ts'
import type { Platform } from '@giftwell/shared/platform/platform.ts'
import { PlatformContext } from '@giftwell/shared/platform/platform-context.ts'
import { ErrorBoundary } from '@giftwell/shared/ui/error-boundary.tsx'
import { theme, themeVariables } from '@giftwell/shared/ui/theme.ts'
import { ToastContext } from '@giftwell/shared/ui/toasts/toast-context.ts'
import type { ToastStore } from '@giftwell/shared/ui/toasts/toast-store.ts'
import { Toaster } from '@giftwell/shared/ui/toasts/toaster.tsx'
import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router-dom'

import { BasketContext } from './basket/basket-context.ts'
import type { BasketStore } from './basket/basket-store.ts'
import { AppRoutes } from './routes.tsx'

/** Everything the website needs, made once in the composition root. */
export interface Services {
  readonly platform: Platform
  readonly backend: Backend
  readonly accountService: AccountService
  readonly authStore: AuthStore
  readonly queryClient: QueryClient
  readonly toasts: ToastStore
  readonly basket: BasketStore
}

/** The website around its routes. */
export function App({ services }: { services: Services }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={themeVariables} defaultColorScheme="auto">
      <ErrorBoundary>
        <QueryClientProvider client={services.queryClient}>
          <PlatformContext value={services.platform}>
            <BackendContext value={services.backend}>
              <AuthProvider store={services.authStore} service={services.accountService}>
                <ToastContext value={services.toasts}>
                  <BasketContext value={services.basket}>
                    <BrowserRouter useTransitions={false}>
                      <AppRoutes />
                      <PasswordRecovery />
                      <AuthProblemToast />
                    </BrowserRouter>
                    <Toaster />
                  </BasketContext>
                </ToastContext>
              </AuthProvider>
            </BackendContext>
          </PlatformContext>
        </QueryClientProvider>
      </ErrorBoundary>
    </MantineProvider>
  )
}
