import { Component, type ErrorInfo, type ReactNode } from 'react'

import { backOfficeRoutes, isSitePath } from '../kernel/site-routes.ts'
import classes from './error-boundary.module.css'
import { Button } from './plain-controls.tsx'

interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** The fallback for the crashed part, if that is not the whole screen. */
  readonly fallback?: ReactNode
}

/** Shows the global error screen when the interface below it crashes (product.md, section 2). */
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

/** The global error screen; its button reloads the app (product.md, section 2). */
export function ErrorScreen() {
  return (
    <main className={classes.screen}>
      <ErrorNotice />
    </main>
  )
}

/** The text and the button of the global error screen, for a part of the screen. */
export function ErrorNotice() {
  const start = startPage()
  return (
    <div className={classes.notice} role="alert">
      <h1 className={classes.title}>Something went wrong</h1>
      <p className={classes.text}>We encountered an unexpected error. Please try refreshing the page.</p>
      <Button onClick={() => window.location.reload()}>Refresh Page</Button>
      {start !== null && (
        <a href={start} className={classes.start}>
          Go to the start page
        </a>
      )}
    </div>
  )
}

/** A page of the website other than the crashed one; null in the desktop app, which has its own addresses. */
function startPage(): string | null {
  const { protocol, pathname } = window.location
  const start = isSitePath(pathname, backOfficeRoutes) ? '/admin' : '/'
  return protocol.startsWith('http') && pathname !== start ? start : null
}
