import { Button } from '@mantine/core'
import { useState } from 'react'

import classes from './update-notice.module.css'
import { type UpdatePort, useUpdate } from './use-update.ts'

/** Says quietly that a new version waits, and offers to begin with it at once; it is installed on quitting anyway. */
export function UpdateNotice({ bridge }: { bridge: UpdatePort }) {
  const update = useUpdate(bridge)
  const [postponed, setPostponed] = useState<string | null>(null)
  const [isRestarting, setRestarting] = useState(false)
  const isShown = update.step === 'ready' && update.version !== postponed

  async function restart() {
    setRestarting(true)
    try {
      await bridge.installUpdate()
    } catch (error) {
      console.error('The update could not be installed', error)
    } finally {
      // Also when somebody chose to stay because of unsaved work.
      setRestarting(false)
    }
  }

  return (
    <section className={classes.region} aria-label="Update" aria-live="polite">
      {isShown && (
        <div className={classes.notice}>
          <p className={classes.words}>
            <strong>Version {update.version} is ready.</strong> It is installed when you quit.
          </p>
          <Button size="compact-md" disabled={isRestarting} onClick={() => void restart()}>
            Restart now
          </Button>
          <Button variant="subtle" size="compact-md" onClick={() => setPostponed(update.version)}>
            Later
          </Button>
        </div>
      )}
    </section>
  )
}
