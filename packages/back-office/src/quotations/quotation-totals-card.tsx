import { Anchor, Box, Group, Stack, Table, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { z } from 'zod'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import { monthText } from '@giftwell/shared/kernel/india-time.ts'
import { ListCard, ListFailure } from '../list/list-card.tsx'
import { quotationList } from './quotation-list-query.ts'

const totals = z.object({
  /** Buyers' answers for the seller to settle, by state; older servers do not count them. */
  change_asked: z.number().default(0),
  declined: z.number().default(0),
  accepted: z.number().default(0),
  unanswered: z.number(),
  expiring: z.number(),
  /** The last twelve, the present one at the end. */
  won: z.array(z.object({ month: z.string(), paise: z.number(), count: z.number() })),
})

/** The figures of quotations; null for anyone but administrators and sales. */
export function quotationTotalsQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['dashboard', 'quotation-totals'],
    staleTime: 30_000,
    queryFn: async ({ signal }) => {
      const data = await send(backend, (rest) => rest.rpc('quotation_totals').abortSignal(signal))
      return totals.nullable().parse(data)
    },
  })
}

/** Quotations that wait, and the value of those that were won; each number leads to the list of exactly these. */
export function QuotationTotalsCard() {
  const figures = useQuery(quotationTotalsQuery(useBackend()))
  if (figures.isError) {
    return (
      <ListFailure onRetry={() => void figures.refetch()}>
        The figures of quotations could not be loaded.
      </ListFailure>
    )
  }
  if (!figures.data) return null
  const { unanswered, expiring, won } = figures.data
  const wonMonths = won.filter(({ count }) => count > 0).toReversed()
  return (
    <Box mt={24}>
      <ListCard heading="Quotations">
        <Stack gap={20} p="md">
          <Group gap="8px 32px">
            <Figure
              label="Sent, unanswered for three days"
              count={unanswered}
              shows={{ unanswered: 'yes' }}
            />
            <Figure label="Expiring this week" count={expiring} shows={{ expiring: 'yes' }} />
          </Group>
          {wonMonths.length === 0 ? (
            <Text c="dimmed">No quotation was accepted in the last twelve months.</Text>
          ) : (
            <Table horizontalSpacing={0} withRowBorders={false} captionSide="top" className="tabular">
              <Table.Caption c="var(--mantine-color-text)" fw={600} ta="left" mt={0} pb={4}>
                Won by month
              </Table.Caption>
              <Table.Thead c="dimmed" fz="0.8125rem">
                <Table.Tr>
                  <Table.Th scope="col">Month</Table.Th>
                  <Table.Th scope="col">Quotations</Table.Th>
                  <Table.Th scope="col">Value</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {wonMonths.map(({ month, paise, count }) => (
                  <Table.Tr key={month}>
                    <Table.Th scope="row" fw={450}>
                      {monthText(month)}
                    </Table.Th>
                    <Table.Td>
                      <Anchor
                        component={Link}
                        to={quotationList.path({ won: month })}
                        c="var(--gw-brand)"
                        inherit
                      >
                        {count.toLocaleString()}
                      </Anchor>
                    </Table.Td>
                    <Table.Td>{rupees(paise)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )}
        </Stack>
      </ListCard>
    </Box>
  )
}

interface FigureProps {
  readonly label: string
  readonly count: number
  readonly shows: Parameters<typeof quotationList.path>[0]
}

function Figure({ label, count, shows }: FigureProps) {
  return (
    <Anchor component={Link} to={quotationList.path(shows)} c="var(--gw-brand)">
      {label} <strong>{count.toLocaleString()}</strong>
    </Anchor>
  )
}
