import { useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'

import classes from './offline-strip.module.css'

/** A notice while the backend is unreachable. */
export function OfflineStrip() {
  const isOnline = useIsOnline()
  const site = useSite()
  return (
    // Rendered before its text, so that screen readers announce it.
    <div aria-live="polite">
      {!isOnline && (
        <p className={classes.strip}>
          No connection to {site.name}. What you have chosen and typed is not lost.
        </p>
      )}
    </div>
  )
}
