import { Checkbox } from '@mantine/core'
import { useEffect, useState } from 'react'

import type { Bridge } from '../../ipc/create-bridge.ts'

/** Whether the app starts at login, as the system says now; nothing where Electron cannot do that. */
export function StartAtLogin({ bridge }: { bridge: Bridge }) {
  const [isOn, setOn] = useState<boolean | null>(null)
  const [wanted, setWanted] = useState<boolean | null>(null)
  useEffect(() => {
    const read = () => void bridge.startsAtLogin().then(setOn, console.error)
    read()
    // The user may come back from the system's own settings.
    window.addEventListener('focus', read)
    return () => window.removeEventListener('focus', read)
  }, [bridge])

  async function change(isWanted: boolean) {
    try {
      setOn(await bridge.startAtLogin(isWanted))
    } catch (error) {
      console.error('The app could not be set to start at login', error)
    }
    setWanted(isWanted)
  }

  if (isOn === null) return null
  return (
    <Checkbox
      label="Start at login"
      // Without the description, which the label contains.
      aria-label="Start at login"
      description="Without its window, to announce new leads."
      checked={isOn}
      error={
        wanted !== null &&
        wanted !== isOn &&
        'The system does not allow it. Its own settings say which apps start at login.'
      }
      onChange={({ currentTarget: { checked } }) => void change(checked)}
    />
  )
}
