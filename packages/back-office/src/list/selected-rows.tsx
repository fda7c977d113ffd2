import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Cursor } from '@giftwell/shared/kernel/keyset.ts'
import type { FoundList } from './found-list.ts'
import { listErrorMessage } from './list-card.tsx'
import type { Searched } from './list-address.ts'
import type { ShownList } from './long-list-screen.tsx'

interface SelectedRowsProps<R extends Cursor, Listing extends Searched> {
  readonly list: FoundList<R, Listing>
  readonly shown: ShownList<R, Listing>
  readonly children: (rows: readonly R[]) => ReactNode
}

/** Runs an action on the selected rows. If all matching rows are selected, they are read first, since the loaded pages are only a part. */
export function SelectedRows<R extends Cursor, Listing extends Searched>({
  list,
  shown,
  children,
}: SelectedRowsProps<R, Listing>) {
  const isAll = shown.selection.chosen === 'all'
  const whole = useQuery({ ...list.whole(useBackend(), shown.listing), enabled: isAll })
  if (!isAll) return children(shown.selectedRows())
  if (whole.data !== undefined) return children(whole.data)
  return whole.error === null ? (
    <Text size="sm" c="dimmed">
      Loading...
    </Text>
  ) : (
    <>
      <Text size="sm">{listErrorMessage(whole.error)}</Text>
      <Button variant="default" size="compact-sm" onClick={() => void whole.refetch()}>
        Retry
      </Button>
    </>
  )
}
