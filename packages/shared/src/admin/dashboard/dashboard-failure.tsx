import { Button } from '@mantine/core'

import classes from './dashboard-failure.module.css'

/** In place of the dashboard, when nothing could be counted (specification, section 8). */
export function DashboardFailure({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <section className={classes.card} role="alert">
      <h2 className={classes.title}>Error Loading Dashboard</h2>
      <p className={classes.words}>
        Unable to load dashboard statistics. Please check your connection and try again.
      </p>
      <Button variant="default" size="sm" onClick={onRetry}>
        Retry
      </Button>
    </section>
  )
}
