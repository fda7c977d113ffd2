import { Button } from '@mantine/core'

import classes from './load-failure.module.css'
import { offlineDrawing } from './offline-drawing.ts'

/** Says that something could not be loaded, and offers another try. */
export function LoadFailure({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <div className={classes.root} role="alert">
      <img src={offlineDrawing.address} alt="" width={320} height={240} className={classes.drawing} />
      <p className={classes.text}>We could not load {what}. Please check your connection.</p>
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
