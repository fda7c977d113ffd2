import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { HeadLink } from '../screen/buttons.tsx'
import { changeQuotation, type QuotationDetails } from './quotation-requests.ts'

interface OrderLinkProps {
  readonly details: QuotationDetails
  readonly isReadOnly: boolean
}

/** Leads to the order of an accepted quotation, or makes one of a quotation that was accepted before there were orders. */
export function OrderLink({ details: { quotation, order }, isReadOnly }: OrderLinkProps) {
  const navigate = useNavigate()
  const making = useMutation(changeQuotation<string>(useBackend(), 'Error making the order'))
  if (order != null) return <HeadLink to={`/admin/orders/${order.id}`}>Order {order.number}</HeadLink>
  if (quotation.state !== 'accepted' || isReadOnly) return null
  return (
    <Button
      variant="default"
      size="sm"
      loading={making.isPending}
      onClick={() =>
        making.mutate((rest) => rest.rpc('make_order', { quotation: quotation.id }), {
          onSuccess: (id) => void navigate(`/admin/orders/${id}`),
        })
      }
    >
      Make an Order
    </Button>
  )
}
