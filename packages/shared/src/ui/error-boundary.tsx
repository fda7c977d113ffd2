import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { Component, type ErrorInfo, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** What to show in place of the crashed part, when that is not the whole screen. */
  readonly fallback?: ReactNode
}

/** Shows the global error screen when the interface below it crashes (specification, section 2). */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasCrashed: boolean }> {
  override state = { hasCrashed: false }

  static getDerivedStateFromError() {
    return { hasCrashed: true }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error('The interface crashed', error, info.componentStack)
  }

  override render() {
    const { children, fallback = <ErrorScreen /> } = this.props
    return this.state.hasCrashed ? fallback : children
  }
}

/** The global error screen, whose way on is to load the app anew (specification, section 2). */
export function ErrorScreen() {
  return (
    <Center mih="100dvh" p="lg" component="main">
      <ErrorNotice />
    </Center>
  )
}

/** The words of the global error screen and its way on, for a part of the screen. */
export function ErrorNotice() {
  return (
    <Stack align="center" maw={420} ta="center" role="alert">
      <Title order={1}>Something went wrong</Title>
      <Text c="dimmed">We encountered an unexpected error. Please try refreshing the page.</Text>
      <Button onClick={() => window.location.reload()}>Refresh Page</Button>
    </Stack>
  )
}
