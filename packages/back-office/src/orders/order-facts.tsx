import { Button, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'

import { useUnsavedGuard } from '@giftwell/shared/app/unsaved-guard.tsx'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { optionalRupees, rupeesOf } from '@giftwell/shared/kernel/form-rules.ts'
import { dayText, todayInIndia } from '@giftwell/shared/kernel/india-time.ts'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import { useRulesForm } from '@giftwell/shared/ui/use-rules-form.ts'
import { changeOrder, type OrderDetails } from './order-requests.ts'
import { Facts } from '../screen/facts.tsx'

const rules = z.object({
  neededBy: z.string(),
  advance: optionalRupees('Advance'),
  receivedOn: z.string().refine((day) => day <= todayInIndia(), 'The date received cannot be in the future'),
})

interface OrderFactsProps {
  readonly details: OrderDetails
  readonly isReadOnly: boolean
}

/** An order's needed-by date and requested advance, editable online. */
export function OrderFacts({ details: { order, purchase_order: number }, isReadOnly }: OrderFactsProps) {
  return (
    <Paper component="section" withBorder radius="lg" p="md" fz="sm" aria-label="Dates and advance">
      <Title order={2} ff="text" fz="md" fw={650} mb={8}>
        Dates and advance
      </Title>
      <Facts
        facts={[
          ['Total', rupees(order.total_paise)],
          [
            'Begin by',
            order.start_on !== null && order.start_on !== order.needed_by && dayText(order.start_on),
          ],
          ['Delivered', order.delivered_on !== null && dayText(order.delivered_on)],
          ['Purchase order', number],
          ['Needed by', isReadOnly && order.needed_by !== null && dayText(order.needed_by)],
          ['Advance', isReadOnly && order.advance_paise !== null && rupees(order.advance_paise)],
          [
            'Received on',
            isReadOnly && order.advance_received_on !== null && dayText(order.advance_received_on),
          ],
        ]}
      />
      {!isReadOnly && <FactsForm order={order} />}
    </Paper>
  )
}

const typedOf = (order: OrderDetails['order']) => ({
  neededBy: order.needed_by ?? '',
  advance: order.advance_paise === null ? '' : rupeesOf(order.advance_paise),
  receivedOn: order.advance_received_on ?? '',
})

/** Shows the stored values. The input stays when a colleague changes them; the new values are shown beside it. */
function FactsForm({ order }: Pick<OrderDetails, 'order'>) {
  const stored = JSON.stringify(typedOf(order))
  const [shown, setShown] = useState(stored)
  const [isTyped, setTyped] = useState(false)
  if (stored !== shown && !isTyped) setShown(stored)
  return <FactsFields key={shown} order={order} isOther={stored !== shown} onTyped={setTyped} />
}

interface FactsFieldsProps extends Pick<OrderDetails, 'order'> {
  /** Whether others are stored by now. */
  readonly isOther: boolean
  readonly onTyped: (isTyped: boolean) => void
}

function FactsFields({ order, isOther, onTyped }: FactsFieldsProps) {
  const saving = useMutation(changeOrder<number>(useBackend(), 'Error saving the order'))
  const { form, isSending, onSubmit } = useRulesForm({
    rules,
    initial: typedOf(order),
    async send({ neededBy, advance, receivedOn }) {
      await saving.mutateAsync((rest) =>
        rest.rpc('save_order', {
          order_id: order.id,
          saves: order.saves,
          ...(neededBy !== '' && { needed_by: neededBy }),
          ...(advance !== null && { advance_paise: advance }),
          ...(receivedOn !== '' && { advance_received_on: receivedOn }),
        }),
      )
      onTyped(false)
    },
  })
  useUnsavedGuard({ isUnsaved: form.isDirty })
  return (
    <form noValidate onSubmit={onSubmit} onInput={() => onTyped(true)}>
      <Stack gap={10} mt={8}>
        <TextInput
          key={form.key('neededBy')}
          type="date"
          size="sm"
          label="Needed by"
          {...form.getInputProps('neededBy')}
        />
        <TextInput
          key={form.key('advance')}
          size="sm"
          label="Advance requested (Rs.)"
          description="For your records: no payment is taken here"
          inputMode="decimal"
          {...form.getInputProps('advance')}
        />
        <TextInput
          key={form.key('receivedOn')}
          type="date"
          size="sm"
          label="Advance received on"
          {...form.getInputProps('receivedOn')}
        />
        {isOther && !isSending && (
          <Text role="note" fz="sm">
            Changed meanwhile: {storedText(order)}. Saving replaces it.
          </Text>
        )}
        <Button type="submit" variant="default" size="sm" loading={isSending}>
          Save dates and advance
        </Button>
      </Stack>
    </form>
  )
}

/** The stored values of the fields. */
function storedText({
  needed_by: day,
  advance_paise: advance,
  advance_received_on: received,
}: OrderDetails['order']): string {
  return [
    day === null ? 'no day' : `needed by ${dayText(day)}`,
    advance === null ? 'no advance' : `advance ${rupees(advance)}`,
    received !== null && `received on ${dayText(received)}`,
  ]
    .filter(Boolean)
    .join(', ')
}
