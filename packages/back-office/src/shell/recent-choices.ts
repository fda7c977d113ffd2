import { useLocalStorage } from '@mantine/hooks'
import { z } from 'zod'

import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'

const form = z.array(z.object({ group: z.string(), id: z.string() })).catch([])

/** What was chosen in the palette: its group and id, and no names, since leads are personal. */
export type RecentChoice = z.infer<typeof form>[number]

/** As many are stored. */
const maxChoices = 8

/** What was chosen in this browser's palette, the latest first, and a function that adds a choice. */
export function useRecentChoices(): readonly [readonly RecentChoice[], (choice: RecentChoice) => void] {
  const [recent, setRecent] = useLocalStorage<readonly RecentChoice[]>({
    key: 'giftwell-recent',
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: (text) => form.parse(parseJson(text ?? null)),
  })
  return [
    recent,
    ({ group, id }) =>
      setRecent([{ group, id }, ...recent.filter((other) => other.id !== id)].slice(0, maxChoices)),
  ]
}
