import { useEffect, useEffectEvent, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/** Closes a dialog when somebody goes back or forward in the browser's history: the page that it lay over has been left. */
export function useClosingOnTheWayBack(opened: boolean, onClose: () => void): void {
  const { key } = useLocation()
  const navigation = useNavigationType()
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
