import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { RestRequest } from '@giftwell/shared/kernel/rest-request.ts'
import { wholeChoice } from '@giftwell/shared/quotations/choices.ts'
import {
  isDeclineReason,
  type QuotationContent,
  type QuotationState,
} from '@giftwell/shared/quotations/quotation.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { ActionDialog, type DialogAction } from '../record/action-dialog.tsx'
import { lostAction, type LostReason } from './lost-action.ts'
import { changeQuotation, type QuotationDetails, type QuotationVersion } from './quotation-requests.ts'

interface QuotationActionsProps {
  readonly details: QuotationDetails
  readonly state: QuotationState
  readonly sent: QuotationVersion | undefined
  readonly onLink: (token: string) => void
}

/** The actions of each state; the database rejects others. */
const allowed: Readonly<Record<string, readonly QuotationState[]>> = {
  revise: ['sent', 'expired', 'change_asked', 'declined'],
  extend: ['sent', 'expired', 'change_asked'],
  link: ['sent', 'expired', 'accepted', 'declined', 'change_asked'],
  close: ['sent', 'expired', 'change_asked', 'declined'],
  lose: ['sent', 'expired', 'change_asked', 'declined', 'withdrawn'],
  reopen: ['accepted', 'declined'],
}

/** The buttons of a quotation's state, with their dialogs. */
export function QuotationActions({ details, state, sent, onLink }: QuotationActionsProps) {
  const { quotation, versions } = details
  const { id } = quotation
  const navigate = useNavigate()
  const toasts = useToasts()
  const [action, setAction] = useState<DialogAction>()
  const changing = useMutation(changeQuotation<unknown>(useBackend()))
  const run = (request: RestRequest<unknown>) => changing.mutateAsync(request)
  const may = (name: keyof typeof allowed) => allowed[name]?.includes(state) === true
  const hasDraft = versions.some(({ sent_at: sentAt }) => sentAt === null)
  const button = (name: string, press: () => void) => (
    <Button variant="default" size="sm" disabled={changing.isPending} onClick={press}>
      {name}
    </Button>
  )
  /** The mutation's toast reports the failure. */
  const runNow = (request: RestRequest<unknown>, then?: (data: unknown) => void) =>
    void run(request).then(then, () => undefined)

  const lead = details.inquiries[0]?.id
  const reason = details.events.findLast(({ kind }) => kind === 'declined')?.value['reason'] ?? ''
  const declined = state === 'declined' && isDeclineReason(reason) ? reason : ''
  async function lose(lost: LostReason) {
    if (lead === undefined) return
    const event = await run((rest) =>
      rest.rpc('handle_lead', { lead, kind: 'state', value: 'lost', ...lost }),
    )
    const undo: RestRequest<unknown> = (rest) =>
      rest.rpc('handle_lead', { lead, kind: 'undone', value: String(event) })
    toasts.show({
      title: 'The lead is lost',
      ...(event !== null && { action: { label: 'Undo', onPress: () => runNow(undo) } }),
    })
  }

  return (
    <>
      {may('revise') &&
        !hasDraft &&
        button('Revise', () => runNow((rest) => rest.rpc('revise_quotation', { quotation: id })))}
      {sent !== undefined &&
        may('link') &&
        button('Copy link', () =>
          runNow(
            (rest) => rest.rpc('link_quotation', { quotation: id }),
            (token) => onLink(String(token)),
          ),
        )}
      {may('extend') &&
        button('Extend', () =>
          setAction({
            title: 'Extend',
            intro: 'The buyer’s link stays the same.',
            fields: [
              { name: 'until', label: 'New last day', type: 'date', initial: sent?.valid_until ?? '' },
            ],
            run: ({ until = '' }) =>
              run((rest) => rest.rpc('extend_quotation', { quotation: id, valid_until: until })),
          }),
        )}
      {sent !== undefined &&
        may('close') &&
        button('Accept for the buyer', () =>
          setAction({
            title: 'Accept for the buyer',
            intro:
              'For an acceptance that reached you another way. It is recorded in your name, with the note.',
            fields: [
              { name: 'name', label: 'Who accepted', initial: sent.content.buyer.name },
              ...choiceFields(sent.content),
              { name: 'note', label: 'Note', type: 'long' },
            ],
            run: ({ name = '', note = '', ...chosen }) =>
              run((rest) =>
                rest.rpc('accept_quotation_for_buyer', {
                  quotation: id,
                  choice: choiceOf(sent.content, Object.values(chosen)),
                  name,
                  note,
                }),
              ),
          }),
        )}
      {may('close') &&
        button('Withdraw quotation', () =>
          setAction({
            title: 'Withdraw quotation',
            intro: 'Its link then says that it was withdrawn, and shows nothing else.',
            fields: [{ name: 'reason', label: 'Reason', type: 'long', isOptional: true }],
            run: ({ reason = '' }) =>
              run((rest) => rest.rpc('withdraw_quotation', { quotation: id, reason })),
          }),
        )}
      {may('lose') &&
        lead !== undefined &&
        button('Mark as lost', () => setAction(lostAction(lose, declined)))}
      {may('reopen') &&
        button('Reopen', () =>
          setAction({
            title: 'Reopen',
            intro: 'The buyer gets an e-mail and can decide again. The history shows both decisions.',
            fields: [{ name: 'reason', label: 'Reason', type: 'long' }],
            run: ({ reason = '' }) => run((rest) => rest.rpc('reopen_quotation', { quotation: id, reason })),
          }),
        )}
      {sent !== undefined &&
        button('End all links', () =>
          runNow(
            (rest) => rest.rpc('end_quotation_links', { quotation: id }),
            () => toasts.show({ title: 'The links that were sent no longer work' }),
          ),
        )}
      {button('Duplicate quotation', () =>
        runNow(
          (rest) => rest.rpc('duplicate_quotation', { quotation: id }),
          (copy) => void navigate(`/admin/quotations/${String(copy)}`),
        ),
      )}
      {action !== undefined && <ActionDialog action={action} onClose={() => setAction(undefined)} />}
    </>
  )
}

/** A field for each option and each line with several quantities, so that no part of a choice is guessed. */
function choiceFields({ lines }: QuotationContent): DialogAction['fields'] {
  const blocks = Map.groupBy(lines, ({ id, option }) => (option === null ? id : `option ${option}`))
  return [...blocks.values()].flatMap((block, index) => {
    const choices = block.flatMap(({ id, name, colour, quantities }) =>
      quantities.map(({ quantity }, at) => ({
        value: `${id} ${at}`,
        label: `${quantity.toLocaleString('en-IN')} of ${colour ? `${name} in ${colour}` : name}`,
      })),
    )
    const [first] = block
    if (first === undefined || choices.length < 2) return []
    return [{ name: `choice ${index}`, label: first.option ?? `Quantity of ${first.name}`, choices }]
  })
}

/** The choice of such fields. */
function choiceOf(content: QuotationContent, values: readonly string[]) {
  const quantities: Record<string, number> = {}
  const options: Record<string, string> = {}
  for (const value of values) {
    const [id = '', index] = value.split(' ')
    const option = content.lines.find((line) => line.id === id)?.option ?? null
    quantities[id] = Number(index)
    if (option !== null) options[option] = id
  }
  const whole = wholeChoice(content, { quantities, options })
  return { quantities: { ...whole.quantities }, options: { ...whole.options } }
}
