import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'

import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import type { QuotationState } from '@giftwell/shared/quotations/quotation.ts'
import { todayInIndia } from '@giftwell/shared/kernel/india-time.ts'
import { changeQuotation, quotationsOfLeadQuery, quotationStates } from './quotation-requests.ts'
import { quotationsOfLead, useStoredQuotations } from './stored-quotations.ts'

/** Makes a quotation of a lead, and links to those that it has (product.md, section 2, Quotations). */
export function LeadQuotations({ lead }: { readonly lead: string }) {
  const backend = useBackend()
  const navigate = useNavigate()
  const isOnline = useIsOnline()
  const { data: read = [] } = useQuery({ ...quotationsOfLeadQuery(backend, lead), enabled: isOnline })
  const cached = useStoredQuotations()
  const drafting = useMutation(changeQuotation<string>(backend, 'Error making the quotation'))
  const quotations = cached === undefined ? read : quotationsOfLead(cached, lead)
  if (!isOnline && quotations.length === 0) return null
  return (
    <Group gap="8px 12px">
      {isOnline && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconFileInvoice size={18} stroke={1.7} aria-hidden />}
          loading={drafting.isPending}
          onClick={() =>
            drafting.mutate((rest) => rest.rpc('draft_quotation', { lead }), {
              onSuccess: (id) => void navigate(`/admin/quotations/${id}`),
            })
          }
        >
          Quote
        </Button>
      )}
      {quotations.map(({ id, number, state, valid_until: validUntil, order }) => (
        <Text key={id} fz="sm">
          <Anchor component={Link} to={`/admin/quotations/${id}`} inherit>
            {number ?? 'Quotation draft'}
          </Anchor>
          {number !== null && `: ${quotationStates[stateOf(state, validUntil)]}`}
          {order != null && (
            <>
              {', '}
              <Anchor component={Link} to={`/admin/orders/${order.id}`} inherit>
                order {order.number}
              </Anchor>
            </>
          )}
        </Text>
      ))}
    </Group>
  )
}

/** The state with what is computed: a quotation expires when its last day in India is over. */
function stateOf(state: string, validUntil: string | undefined): QuotationState {
  const isOver = validUntil !== undefined && validUntil < todayInIndia()
  return state === 'sent' && isOver ? 'expired' : (state as QuotationState) // a constraint allows no other
}
