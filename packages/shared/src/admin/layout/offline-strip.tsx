import { useIsOnline } from '../../data/backend-context.ts'
import classes from './offline-strip.module.css'

/** Says, as long as it is so, that the backend cannot be reached and what that means. */
export function OfflineStrip() {
  const isOnline = useIsOnline()
  return (
    // There before its words are, so that they are read aloud.
    <div aria-live="polite">
      {!isOnline && (
        <p className={classes.strip} role="status">
          You are offline. What you save cannot be sent until you are back online.
        </p>
      )}
    </div>
  )
}
