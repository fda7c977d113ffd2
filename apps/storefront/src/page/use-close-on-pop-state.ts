import { useEffect, useEffectEvent, useRef } from 'react'
import { NavigationType, useLocation } from 'react-router-dom'

import { usePageNavigation } from './page-address.ts'

/** Closes a dialog on the browser's Back and Forward: the page below it has been left. */
export function useCloseOnPopState(opened: boolean, onClose: () => void): void {
  const { key } = useLocation()
  const navigation = usePageNavigation()
  const shown = useRef(key)
  const leave = useEffectEvent(() => {
    if (opened && navigation === NavigationType.Pop) onClose()
  })
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    leave()
  }, [key])
}
