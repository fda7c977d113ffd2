import { useEffect, useState } from 'react'

import type { Bridge } from '../../ipc/bridge.ts'
import type { UpdateState } from '../../ipc/contract.ts'

/** What knowing about updates asks of the main process. */
export type UpdatePort = Pick<Bridge, 'readUpdate' | 'installUpdate' | 'onUpdateChanged'>

/** Where the update stands, kept current. */
export function useUpdate(bridge: UpdatePort): UpdateState {
  const [update, setUpdate] = useState<UpdateState>({ step: 'none' })
  useEffect(() => {
    let hasHeard = false
    const stop = bridge.onUpdateChanged((state) => {
      hasHeard = true
      setUpdate(state)
    })
    // What it was before this page began to listen; news that came meanwhile is newer.
    bridge.readUpdate().then(
      (state) => hasHeard || setUpdate(state),
      (error: unknown) => console.error('The update’s state could not be read', error),
    )
    return () => {
      hasHeard = true
      stop()
    }
  }, [bridge])
  return update
}
