import { entities } from '@giftwell/shared/entities.ts'
import { errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { doInParts } from '@giftwell/shared/kernel/in-parts.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'

import { ActionDialog } from '../record/action-dialog.tsx'
import { momentFormat } from '../screen/date-formats.ts'

const demoSummary = z.object({
  /** How many records of the demo can go, by table. */
  removable: z.record(z.string(), z.number()),
  /** Products of the demo that were changed, and stay. */
  changed_products: z.number(),
  /** When the last part was removed; null a day later. */
  removed_at: z.string().nullable(),
})

/** The remaining demo records; null for non-administrators. */
function demoSummaryQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['dashboard', 'demo'],
    queryFn: async ({ signal }) =>
      demoSummary
        .nullable()
        .parse(await send(backend, (rest) => rest.rpc('demo_summary').abortSignal(signal))),
  })
}

/** A day, in milliseconds, after which the demo cannot be brought back. */
const undoMs = 24 * 60 * 60_000

/** The demo catalogue as long as it is there, to remove it, and for a day to bring it back (product.md, section 2, Administration). */
export function DemoCard() {
  const backend = useBackend()
  const { data: summary } = useQuery(demoSummaryQuery(backend))
  const [isAsking, setAsking] = useState(false)
  const parts = useMutation({
    mutationKey: ['demo'],
    // Nearly every list has records of the demo.
    meta: { invalidates: [[]] },
    mutationFn: ({ isUndo, total }: { isUndo: boolean; total: number }) => {
      let left = total
      return doInParts(isUndo ? 'Bringing the demo back' : 'Removing the demo', async () => {
        const done = isUndo ? await restorePart(backend) : await removePart(backend)
        left -= done
        return { done, left: done === 0 ? 0 : Math.max(left, 1) }
      })
    },
  })

  if (summary === null || summary === undefined) return null
  const total = Object.values(summary.removable).reduce((sum, count) => sum + count, 0)
  const { removed_at: removedAt, changed_products: changed } = summary
  if (total === 0 && removedAt === null && !parts.isPending) return null
  return (
    <Paper component="section" withBorder radius="lg" p="md" mb={16} aria-labelledby="demo">
      <Title order={2} fz="lg" id="demo">
        Demo catalogue
      </Title>
      {!parts.isPending && (
        <>
          {total > 0 && (
            <Text mt={8}>
              {listed(summary.removable)} came with Giftwell and are unchanged. Visitors see them, and the
              website shows the demo’s claims, until you remove them.
            </Text>
          )}
          {removedAt !== null && (
            <Text mt={8}>
              Removed: {momentFormat.format(new Date(removedAt))}. You can bring it back until{' '}
              {momentFormat.format(new Date(new Date(removedAt).getTime() + undoMs))}.
            </Text>
          )}
          {parts.isError && (
            <Text mt={8} role="alert" c="var(--mantine-color-error)">
              {errorMessage(parts.error)} Completed parts stay done; press the button again to continue.
            </Text>
          )}
          <Group mt={12} gap={8}>
            {total > 0 && (
              <Button variant="default" onClick={() => setAsking(true)}>
                Remove the demo
              </Button>
            )}
            {removedAt !== null && (
              <Button variant="default" onClick={() => parts.mutate({ isUndo: true, total: 0 })}>
                Undo the removal
              </Button>
            )}
          </Group>
        </>
      )}
      {isAsking && (
        <ActionDialog
          onClose={() => setAsking(false)}
          action={{
            title: 'Remove the demo',
            intro: `${listed(summary.removable)} are removed. ${changed === 0 ? '' : `${counted(changed, 'product')} of the demo that you have changed stay, with what they use. `}Your own records stay. You can undo this for a day.`,
            button: `Remove ${counted(total, 'record')}`,
            fields: [],
            run: async () => {
              parts.mutate({ isUndo: false, total })
              await Promise.resolve()
            },
          }}
        />
      )}
    </Paper>
  )
}

/** Records by table as words: "3,500 products, 14 categories and 1 theme". */
function listed(records: Readonly<Record<string, number>>): string {
  const words = entities.flatMap(({ table, label }) => {
    const count = records[table]
    return count === undefined ? [] : [counted(count, label.one, label.many.toLowerCase())]
  })
  return new Intl.ListFormat('en-GB').format(words)
}

async function removePart(backend: Backend): Promise<number> {
  const part = await send(backend, (rest) => rest.rpc('remove_demo'))
  return z.object({ deleted: z.number() }).parse(part).deleted
}

async function restorePart(backend: Backend): Promise<number> {
  const part = await send(backend, (rest) => rest.rpc('restore_demo'))
  return z.object({ restored: z.number() }).parse(part).restored
}
