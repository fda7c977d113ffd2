import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { Text } from '@mantine/core'
import { useLocation } from 'react-router-dom'

import { searchWords } from '@giftwell/shared/catalogue/search-words.ts'
import { createdColumn } from '../list/column-head.tsx'
import { CrudScreen } from '../list/crud-screen.tsx'
import { TextField } from '../record/fields.tsx'
import { firstRead } from '../screen/screen-head.tsx'

/** The state of a history entry whose `?add=1` begins a line with a word. */
export const beginningWith = (word: string) => ({ searchWord: word })

/** The words that the catalogue's search takes as equal (product.md, section 2, Search Words). */
export function SearchWordsScreen() {
  const word: unknown = recordOf(useLocation().state)['searchWord']
  return (
    <CrudScreen
      entity={searchWords}
      {...(typeof word === 'string' && { initial: { words: `${word}, ` } })}
      columns={[
        {
          header: 'Words',
          cell: ({ words }) => words,
          look: 'name',
          sortedBy: 'words',
          value: ({ words }) => words,
        },
        createdColumn,
      ]}
      fields={({ form }) => (
        <>
          <TextField form={form} name="words" label="Words" placeholder="kaju, cashew" isRequired isFirst />
          <Text c="dimmed" size="sm">
            A search for one of them finds the others, too. Separate them with commas. An entry may have
            several words, such as power bank.
          </Text>
        </>
      )}
    />
  )
}

SearchWordsScreen.firstRead = firstRead(searchWords.list)
