import { useMutation, useQuery } from '@tanstack/react-query'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import type { Json } from '@giftwell/shared/kernel/database.types.ts'
import { courierNames, sellerProfile } from '@giftwell/shared/settings/seller-profile.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import type { DialogAction } from '../record/action-dialog.tsx'
import { changeOrder, type MovedLines, movedLines } from './order-requests.ts'
import { lineStates } from '@giftwell/shared/quotations/order.ts'
import type { OrderStep, SteppedLine } from './order-states.ts'

/** The fields of the dispatch dialog: a courier of the owner's list, for which the database makes the link, or another. */
export function useCourierFields(): DialogAction['fields'] {
  const { data: rows } = useQuery(sellerProfile.list(useBackend()))
  return [
    { name: 'courier', label: 'Courier', isOptional: true, suggestions: courierNames(rows?.[0]?.couriers) },
    { name: 'number', label: 'Tracking number', isOptional: true },
  ]
}

export const returnFields: DialogAction['fields'] = [{ name: 'text', label: 'Reason', type: 'long' }]

/** A line that takes a step, of a dispatch with how many leave, how many had left as far as is known here, and where to. */
type Taken = SteppedLine & {
  readonly quantity?: number
  readonly dispatched?: number
  readonly place?: string
}

/** Moves lines of any orders in one press; its toast says how many moved, why others did not, and undoes it. */
export function useTakeStep() {
  const toasts = useToasts()
  const backend = useBackend()
  const { mutateAsync, isPending } = useMutation(changeOrder<Json>(backend))
  const undoing = useMutation(changeOrder<number>(backend))
  const undo = (steps: NonNullable<MovedLines['steps']>) =>
    // Also once the page of the press is left.
    undoing
      .mutateAsync((rest) => rest.rpc('undo_order_steps', { steps: steps.map((step) => ({ ...step })) }))
      .then(
        (undone) =>
          toasts.show(
            undone === steps.length
              ? { title: 'Undone' }
              : {
                  title: `Undone in ${undone.toLocaleString()} of ${counted(steps.length, 'order')}`,
                  description: 'The others have moved on.',
                  variant: 'destructive',
                },
          ),
        () => undefined,
      )
  return {
    isPending,
    async take(
      step: OrderStep,
      lines: readonly Taken[],
      { courier = '', number = '', text = '' }: Readonly<Record<string, string>> = {},
    ): Promise<void> {
      const answer = await mutateAsync((rest) =>
        step === 'dispatched'
          ? rest.rpc('dispatch_order_lines', {
              parcels: lines.map(({ id, state, quantity = null, dispatched = null, place = null }) => ({
                id,
                state,
                quantity,
                dispatched,
                place,
              })),
              courier,
              tracking_number: number,
            })
          : rest.rpc('move_order_lines', {
              lines: lines.map(({ id, state }) => ({ id, state })),
              state: step,
              text,
            }),
      )
      const moved = movedLines(answer)
      const { steps = [] } = moved
      toasts.show({
        ...outcomeOf(step, moved),
        ...(steps.length > 0 && { action: { label: 'Undo', onPress: () => void undo(steps) } }),
      })
    },
  }
}

/** The toast of a press. */
function outcomeOf(step: OrderStep, { moved, refused }: MovedLines) {
  const description = refused.map(({ problem }) => problem).slice(0, 3)
  if (refused.length > 3) description.push(`and ${(refused.length - 3).toLocaleString()} more`)
  const noun = step === 'dispatched' ? 'parcel' : 'line'
  return {
    title: moved === 0 ? 'Nothing moved' : `${counted(moved, noun)} ${lineStates[step].toLowerCase()}`,
    ...(refused.length > 0 && { description: description.join('. '), variant: 'destructive' as const }),
  }
}
