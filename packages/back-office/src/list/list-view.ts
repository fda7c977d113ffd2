import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks'
import { z } from 'zod'

import { pageSize, pageSizes } from '@giftwell/shared/kernel/keyset.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'

/** How lists are shown to the user of this browser. */
export interface ListView {
  /** Rows of 40 or of 56 pixels. */
  readonly rows: 'compact' | 'roomy'
  /** Rows on a page, where the address has no other number. */
  readonly size: number
}

const initial = { rows: 'compact', size: pageSize } as const satisfies ListView
const stored = z.object({ rows: z.enum(['compact', 'roomy']), size: z.literal(pageSizes) }).catch(initial)

const options = {
  key: 'giftwell-lists',
  deserialize: (text: string | undefined): ListView => stored.parse(parseJson(text ?? null)),
}

/** The view in the browser's storage, and a setter for parts of it. */
export function useListView(): readonly [ListView, (change: Partial<ListView>) => void] {
  const [view = initial, setView] = useLocalStorage<ListView | undefined>({
    ...options,
    getInitialValueInEffect: false,
  })
  return [view, (change) => setView({ ...view, ...change })]
}

/** The view in the browser's storage, outside of React. */
export function storedListView(): ListView {
  return readLocalStorageValue<ListView | undefined>(options) ?? initial
}
