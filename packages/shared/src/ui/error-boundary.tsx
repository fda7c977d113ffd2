import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { Component, type ErrorInfo, type ReactNode } from 'react'

/** Shows the global error screen when the interface below it crashes (specification, section 2). */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false }

  static getDerivedStateFromError() {
    return { hasCrashed: true }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error('The interface crashed', error, info.componentStack)
  }

  override render() {
    return this.state.hasCrashed ? <ErrorScreen /> : this.props.children
  }
}

function ErrorScreen() {
  return (
    <Center mih="100dvh" p="lg" component="main">
      <Stack align="center" maw={420} ta="center" role="alert">
        <Title order={1}>Something went wrong</Title>
        <Text c="dimmed">We encountered an unexpected error. Please try refreshing the page.</Text>
        <Button onClick={() => window.location.reload()}>Refresh Page</Button>
      </Stack>
    </Center>
  )
}
