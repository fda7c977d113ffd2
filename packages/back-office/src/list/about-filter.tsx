import { useQuery } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'

import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'

const tables = {
  product: 'products',
  category: 'categories',
  theme: 'themes',
  industry: 'industry_tags',
} as const

/** The filter of leads and quotations by what they are about, as the figures count it: `category:` and an id, or `band:Rs.500-1000`. */
export function aboutIn(params: URLSearchParams): { readonly about?: string } {
  const about = params.get('about') ?? ''
  return /^(?:(?:product|category|theme|industry):[\da-f-]{36}|band:.+)$/.test(about) ? { about } : {}
}

interface AboutChipProps {
  /** "Asked for". */
  readonly verb: string
  readonly about: string
  readonly onRemove: () => void
}

/** The filter by what leads or quotations are about, by its name. */
export function AboutChip({ verb, about, onRemove }: AboutChipProps) {
  const backend = useBackend()
  const isOnline = useIsOnline()
  const [kind = '', id = ''] = about.split(/:(.*)/)
  const named = useQuery({
    queryKey: ['name', about],
    enabled: isOnline && kind !== 'band',
    queryFn: async ({ signal }) => {
      const table = tables[kind as keyof typeof tables] // by `aboutIn`
      const rows = await readRows(backend, (rest) =>
        rest.from(table).select('name').eq('id', id).abortSignal(signal),
      )
      return rows[0]?.name ?? null
    },
  })
  const name =
    kind === 'band' ? id : (named.data ?? `a ${kind}${named.data === null ? ' that is deleted' : ''}`)
  return <FilterChip label={`${verb} ${name}`} onRemove={onRemove} />
}

/** A filter that no field shows, with a button that removes it. */
export function FilterChip({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return (
    <Button
      variant="light"
      size="sm"
      h="auto"
      mih={36}
      // Its label may be long.
      styles={{ label: { whiteSpace: 'normal' } }}
      rightSection={<IconX size={16} stroke={1.7} aria-hidden />}
      aria-label={`Remove ${label}`}
      onClick={onRemove}
    >
      {label}
    </Button>
  )
}
