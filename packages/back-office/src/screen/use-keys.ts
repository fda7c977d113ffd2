import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useEffectEvent } from 'react'

/** What keys do, by their names in lower case. A press that returns false has done nothing: others may handle the key. */
export type Keys = Readonly<Record<string, ((event: KeyboardEvent) => unknown) | undefined>>

/**
 * Listens to single keys: never in a text field or a select, with a dialog open, together with Ctrl, Alt or Meta, or where
 * this browser's user has switched them off.
 *
 * @param isFirst whether it comes before the listeners without this
 */
export function useKeys(keys: Keys, isFirst = false): void {
  const [isOn] = useKeysSwitch()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event))
      return
    if (document.querySelector('[aria-modal="true"]') !== null) return
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (action !== undefined && action(event) !== false) event.preventDefault()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', onKeyDown, isFirst)
    return () => document.removeEventListener('keydown', onKeyDown, isFirst)
  }, [isFirst])
}

/** Whether single keys are on in this browser, and a setter. */
export function useKeysSwitch() {
  return useLocalStorage({
    key: 'giftwell-keys',
    defaultValue: true,
    getInitialValueInEffect: false,
    deserialize: (text) => text !== 'false',
  })
}

const fields =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="dialog"]'

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(fields) !== null
}
