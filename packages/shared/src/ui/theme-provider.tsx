import { MantineContext, MantineProvider } from '@mantine/core'
import { type ReactNode, use } from 'react'

import { ErrorBoundary } from './error-boundary.tsx'
import { theme } from './theme.ts'
import { useSite } from './use-site.ts'

/**
 * Mantine's theme, which its components need around them. The public pages show none before a dialog or a toast, and do without
 * it until then: it weighs 15 kB. Within a theme it adds nothing.
 */
export function MantineTheme({ children }: { readonly children: ReactNode }) {
  const isThemed = use(MantineContext) !== null
  const { colour_scheme: scheme } = useSite()
  if (isThemed) return children
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      {...(scheme && { forceColorScheme: scheme })}
      // They are in the stylesheet (theme-css.ts): here they would be 30 kB of every page that a server renders.
      withCssVariables={false}
      // No component is shown or hidden by Mantine's breakpoint classes.
      withGlobalClasses={false}
      withStaticClasses={false}
    >
      {children}
    </MantineProvider>
  )
}

/** The theme and an error boundary, around an app and around screens before there is a backend. */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  return (
    <MantineTheme>
      <ErrorBoundary>{children}</ErrorBoundary>
    </MantineTheme>
  )
}
