import { Button, Paper, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { problemsQuery, type QuotationVersion } from './quotation-requests.ts'

/** How long a draft rests before the database is asked what blocks sending it. */
const debounceMs = 400

/** Sentences may take several lines. */
const looks = {
  variant: 'subtle',
  size: 'compact-sm',
  h: 'auto',
  py: 4,
  styles: { label: { whiteSpace: 'normal', textAlign: 'start' } },
} as const

interface SendingProblemsProps {
  readonly validUntil: string
  readonly content: QuotationVersion['content']
  /** Whether every field can be read. */
  readonly isReadable: boolean
  readonly onOpen: (line: string | null, field: string) => void
}

/** What blocks sending, by the database, each leading to its field. */
export function SendingProblems({ content, validUntil, isReadable, onOpen }: SendingProblemsProps) {
  const [asked] = useDebouncedValue({ content, valid_until: validUntil }, debounceMs)
  const { data = [] } = useQuery({
    ...problemsQuery(useBackend(), asked.content, asked.valid_until),
    enabled: isReadable,
    placeholderData: keepPreviousData,
  })
  if (data.length === 0) return null
  return (
    <Paper component="section" withBorder radius="lg" p="md" aria-label="Before it can be sent">
      <Text fw={600} fz="sm" mb={6}>
        Before it can be sent
      </Text>
      <ul>
        {data.map(({ line, field, problem }) => (
          <li key={`${line} ${field}`}>
            {field === 'seller' ? (
              <Button {...looks} component={Link} to="/admin/settings">
                {problem}
              </Button>
            ) : (
              <Button {...looks} onClick={() => onOpen(line, field)}>
                {problem}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Paper>
  )
}
