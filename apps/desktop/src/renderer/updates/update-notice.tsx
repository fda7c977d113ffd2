import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'

import type { Bridge } from '../../ipc/create-bridge.ts'
import type { UpdateState } from '../../ipc/contract.ts'
import classes from './update-notice.module.css'

/** Announces a downloaded version and offers to restart; otherwise it is installed on quit. */
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
      // Also when the user stays because of unsaved changes.
      setRestarting(false)
    }
  }

  return (
    <section className={classes.region} aria-label="Update" aria-live="polite">
      {isShown && (
        <div className={classes.notice}>
          <div>
            <strong>Version {update.version} is ready.</strong> The update is installed when you quit.
          </div>
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

/** The progress of a download. */
export function UpdateProgress({ bridge }: { bridge: UpdatePort }) {
  const update = useUpdate(bridge)
  if (update.step !== 'downloading') return null
  return (
    <footer className={classes.progress}>
      Version {update.version} is being downloaded ({Math.round(update.percent)}%).
    </footer>
  )
}

type UpdatePort = Pick<Bridge, 'readUpdate' | 'installUpdate' | 'onUpdateChanged'>

function useUpdate(bridge: UpdatePort): UpdateState {
  const [update, setUpdate] = useState<UpdateState>({ step: 'none' })
  useEffect(() => {
    let hasChanged = false
    const stop = bridge.onUpdateChanged((state) => {
      hasChanged = true
      setUpdate(state)
    })
    // The state before the subscription, unless an event has replaced it.
    bridge.readUpdate().then(
      (state) => hasChanged || setUpdate(state),
      (error: unknown) => console.error('The update’s state could not be read', error),
    )
    return () => {
      hasChanged = true
      stop()
    }
  }, [bridge])
  return update
}
