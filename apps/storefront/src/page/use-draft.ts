import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import { useMemo, useSyncExternalStore } from 'react'

import {
  draftKeyPrefix,
  onChangeForTabs,
  onSignOut,
  readStored,
  signOutKey,
  writeStored,
} from './browser-storage.ts'

/** Values that cannot be stored last as long as the page. */
const unstored = new Map<string, string>()
onSignOut(() => unstored.clear())

/**
 * The input of forms of this name: it survives reloads until the tab is closed or its user signs out.
 *
 * @param parse parses the stored value; the same function in all renders
 */
export function useDraft<Draft>(
  name: string,
  parse: (stored: unknown) => Draft,
): readonly [Draft, (draft: Draft) => void] {
  const key = draftKeyPrefix + name
  const subscribe = useMemo(() => {
    const [onChange, onEnd] = [onChangeForTabs(key), onChangeForTabs(signOutKey)]
    return (listener: () => void) => {
      const ends = [onChange(listener), onEnd(listener)]
      return () => {
        for (const end of ends) end()
      }
    }
  }, [key])
  const read = () => unstored.get(key) ?? readStored('sessionStorage', key)
  const text = useSyncExternalStore(subscribe, read, () => null)
  return [
    useMemo(() => parse(parseJson(text)), [parse, text]),
    (draft) => {
      const written = JSON.stringify(draft)
      if (writeStored('sessionStorage', key, written)) unstored.delete(key)
      else unstored.set(key, written)
      window.dispatchEvent(new Event(key))
    },
  ]
}
