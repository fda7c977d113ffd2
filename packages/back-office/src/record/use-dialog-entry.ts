import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { type Location, NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom'

import { useUnsavedGuard } from '@giftwell/shared/app/unsaved-guard.tsx'

interface DialogOptions {
  readonly opened: boolean
  /** Stays open while it saves. */
  readonly isBusy?: boolean
  readonly isUnsaved?: () => boolean
  readonly onClose: () => void
}

/**
 * Gives an open dialog a history entry, so that the browser's Back closes it instead of leaving the screen. Every way of
 * closing it asks before unsaved changes are discarded.
 */
export function useDialogEntry({ opened, isBusy = false, isUnsaved = () => false, onClose }: DialogOptions) {
  // After a reload the entries of the page before remain.
  const id = `${performance.timeOrigin} ${useId()}`
  const { pathname, search, hash, state } = useLocation()
  const navigation = useNavigationType()
  const navigate = useNavigate()
  const isOwn = (location: Pick<Location, 'state'>) => recordOf(location.state)['dialog'] === id
  const isAtEntry = isOwn({ state })
  /** False from when it is certain that the dialog closes. */
  const isOpen = useRef(false)
  /** What closes it when its entry has been left. */
  const finish = useRef(onClose)
  const mayLeave = useUnsavedGuard({
    isUnsaved: () => isOpen.current && isUnsaved(),
    isBusy: () => isOpen.current && isBusy,
    survives: isOwn,
  })

  const enter = useEffectEvent(() => {
    // React may run an effect again.
    if (isOpen.current) return
    isOpen.current = true
    void navigate({ pathname, search, hash }, { state: { ...recordOf(state), dialog: id } })
  })
  useEffect(() => {
    if (opened) enter()
    else isOpen.current = false
  }, [opened])

  const wasAtEntry = useRef(false)
  const arrive = useEffectEvent(() => {
    if (!opened || !wasAtEntry.current || isAtEntry || navigation !== NavigationType.Pop) return
    const then = isOpen.current ? onClose : finish.current
    isOpen.current = false
    then()
  })
  useEffect(() => {
    arrive()
    wasAtEntry.current = isAtEntry
  }, [isAtEntry])

  /** Closes without asking: removes the entry, and then runs `then`. */
  function leave(then: () => void) {
    isOpen.current = false
    finish.current = then
    if (isAtEntry) void navigate(-1)
    else then()
  }
  async function closeIfWanted() {
    if (!isBusy && (await mayLeave())) leave(onClose)
  }
  return { leave, close: () => void closeIfWanted() }
}
