import { z } from 'zod'

import { defineEntity } from '../kernel/entity.ts'
import { requiredText } from '../kernel/form-rules.ts'

/** Lines of words that a search takes as equal (product.md, section 2, Search Words). */
export const searchWords = defineEntity({
  table: 'search_words',
  label: { one: 'search word', many: 'Search Words' },
  route: '/admin/search-words',
  nameField: 'words',
  schema: z.object({
    words: requiredText('Words', 500).regex(
      /[\p{L}\p{N}][^,]*,.*[\p{L}\p{N}]/u,
      'Enter at least two words, separated by commas',
    ),
  }),
  fields: { words: 'Words' },
  orderBy: { column: 'words', ascending: true },
})
