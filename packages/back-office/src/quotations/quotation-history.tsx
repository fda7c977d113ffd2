import { Button, Group, Paper, SimpleGrid, Stack, Text, Textarea, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import { dayText, momentText, todayInIndia } from '@giftwell/shared/kernel/india-time.ts'
import { HistoryEvent, HistoryEvents } from '../record/record-history.tsx'
import { MailState, mailsQuery } from '../mail/mail-state.tsx'
import { useUnsavedGuard } from '@giftwell/shared/app/unsaved-guard.tsx'
import { useRulesForm } from '@giftwell/shared/ui/use-rules-form.ts'
import { type QuotationDetails, type QuotationEvent, changeQuotation } from './quotation-requests.ts'
import '@giftwell/shared/ui/print.css'
import { noLegalAdvice } from '@giftwell/shared/legal/legal-hints.ts'
import { lineNames } from '@giftwell/shared/quotations/quotation.ts'
import { type QuotationSheet, sheetLabels } from '@giftwell/shared/quotations/quotation-sheet.ts'
import { givenGifts } from './gift-values.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { useDialogEntry } from '../record/use-dialog-entry.ts'
import classes from './quotation-preview.module.css'

const answerForm = z.object({ text: z.string() })

interface QuotationHistoryProps {
  readonly details: QuotationDetails
  readonly isReadOnly?: boolean
}

/** The actions of seller and buyer, the latest first; the buyer's comments can be answered. */
export function QuotationHistory({ details, isReadOnly = false }: QuotationHistoryProps) {
  const { user } = useAuth()
  /** The line that the answer is about; null for the whole. */
  const [line, setLine] = useState<string | null>(null)
  const answering = useMutation(changeQuotation<unknown>(useBackend(), 'Error sending the answer'))
  const { form, isSending, onSubmit } = useRulesForm({
    rules: answerForm,
    initial: { text: '' },
    isEmptied: true,
    async send({ text }) {
      if (text.trim() === '') return
      const { id } = details.quotation
      await answering.mutateAsync((rest) =>
        rest.rpc('answer_quotation', { quotation: id, text, ...(line !== null && { line }) }),
      )
      setLine(null)
    },
  })
  useUnsavedGuard({ isUnsaved: form.isDirty })
  const names = new Map(
    details.versions.toReversed().flatMap(({ content: { lines } }) => {
      const of = lineNames(lines)
      return lines.map(({ id }, index) => [id, of[index] ?? ''] as const)
    }),
  )
  const about = (id: string | null | undefined) => (id == null ? '' : ` on ${names.get(id) ?? 'a line'}`)
  return (
    <Paper component="section" withBorder radius="lg" p="md" aria-label="History">
      <Title order={2} ff="text" fz="md" fw={650} mb={8}>
        History
      </Title>
      {!isReadOnly && (
        <form noValidate onSubmit={onSubmit}>
          <Textarea
            key={form.key('text')}
            size="sm"
            label={`Answer to the buyer${about(line)}`}
            rows={2}
            maxLength={2000}
            {...form.getInputProps('text')}
          />
          <Button type="submit" variant="default" size="sm" mt={8} mb={16} loading={isSending}>
            Send answer
          </Button>
        </form>
      )}
      {!isReadOnly && <UnsentMails details={details} />}
      <HistoryEvents>
        {details.events.toReversed().map((event) => (
          <HistoryEvent
            key={event.number}
            who={
              event.actor_id !== null && event.actor_id === user?.id ? 'You' : event.actor_name || 'The buyer'
            }
            deed={wordsFor(event) + (event.kind === 'comment' ? about(event.value['line']) : '')}
            moment={momentText(event.created_at)}
            text={event.kind === 'link' ? null : (event.value['text'] ?? event.value['note'])}
          >
            {event.kind === 'comment' && event.actor_id === null && !isReadOnly && (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => {
                  setLine(event.value['line'] ?? null)
                  form.getInputNode('text')?.focus()
                }}
              >
                Answer
              </Button>
            )}
          </HistoryEvent>
        ))}
      </HistoryEvents>
    </Paper>
  )
}

/** Milliseconds between reads of the e-mails: each event may send one. */
const pollMs = 15_000

const mailNames: Readonly<Record<string, string>> = {
  quotation: 'Quotation',
  quotation_answer: 'Answer',
  quotation_notice: 'Notice',
  quotation_reopened: 'Reopening',
  approval: 'Request for approval',
  acceptance: 'Acceptance',
}

/** The unsent e-mails of a quotation; failed ones can be sent again. */
function UnsentMails({ details: { versions } }: Pick<QuotationHistoryProps, 'details'>) {
  const ids = versions.flatMap(({ id, sent_at: sentAt }) => (sentAt === null ? [] : [id]))
  const query = mailsQuery(useBackend(), 'version_id', ids)
  const enabled = useIsOnline() && ids.length > 0
  const { data: mails = [] } = useQuery({ ...query, enabled, refetchInterval: pollMs })
  const unsent = mails.filter(({ kind, state }) => state !== 'sent' && kind in mailNames)
  if (unsent.length === 0) return null
  return (
    <Stack component="section" gap={8} mb={16} fz="sm" aria-label="E-mails that are not sent">
      {unsent.map((mail) => (
        <MailState key={mail.id} mail={mail} name={`${mailNames[mail.kind]} to ${mail.recipient}`} />
      ))}
    </Stack>
  )
}

const reasons: Readonly<Record<string, string>> = {
  price: 'the price',
  date: 'the date',
  product: 'the product',
  other: 'another reason',
}

/** The subject of an approval: ": 100 of Mug, ₹59,000.00"; empty in events of 1.0.0. */
function choiceOf(value: QuotationEvent['value']): string {
  const total = value['total_paise']
  return total == null ? '' : `: ${[value['chosen'], rupees(Number(total))].filter(Boolean).join(', ')}`
}

/** An event's text after its author's name. */
function wordsFor({ kind, value }: QuotationEvent): string {
  const known: Readonly<Record<string, string>> = {
    created: 'made it',
    sent: 'sent it',
    seen: 'opened it',
    accepted: 'accepted it',
    declined: `declined it for ${reasons[value['reason'] ?? 'other'] ?? 'another reason'}`,
    change_asked: 'asked for a change',
    comment: 'commented',
    details: 'gave details',
    proof_approved: 'approved a proof',
    proof_change: 'asked for a change to a proof',
    news: 'told the buyer of the order',
    artwork: value['removed'] ? 'removed a logo' : 'added a logo',
    purchase_order: value['removed'] ? 'removed a purchase order' : 'attached a purchase order',
    approval_asked: `asked ${value['name'] ?? value['email'] ?? 'a colleague'} for approval`,
    approved: `approved it${choiceOf(value)}`,
    rejected: `rejected it${choiceOf(value)}`,
    revised: 'began a revision',
    discarded: 'discarded a draft',
    extended: `extended it${value['until'] == null ? '' : ` until ${dayText(value['until'])}`}`,
    withdrawn: 'withdrew it',
    reopened: 'reopened it',
    link: value['text'] === 'ended' ? 'ended all links' : 'made a link',
  }
  return known[kind] ?? kind
}

interface EvidenceSheetProps {
  readonly details: QuotationDetails
  /** Of the version that was sent. */
  readonly sheet: QuotationSheet
}

/**
 * A button for a pharmaceutical company's evidence sheet of gifts to doctors: item, unit value, quantity and
 * purpose, of the accepted or initial choice (product.md, section 2, Legal hints). It prints the open dialog.
 */
export function EvidenceSheet({ details, sheet }: EvidenceSheetProps) {
  const [isOpen, setOpen] = useState(false)
  const [today] = useState(() => todayInIndia())
  const { close } = useDialogEntry({ opened: isOpen, isBusy: false, onClose: () => setOpen(false) })
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setOpen(true)}>
        Evidence sheet
      </Button>
      <Dialog opened={isOpen} onClose={close} title={`Evidence sheet of ${sheet.number}`} size="760px">
        <Stack className={classes.sheet} gap={14} fz="sm">
          <SimpleGrid className={classes.parties} minColWidth={140} autoFlow="auto-fit" spacing={12}>
            <div>
              <strong>{sheet.buyer.name}</strong>
              <span>{sheet.facts.find(({ label }) => label === sheetLabels.billing)?.text}</span>
            </div>
            <div>
              <span>
                Supplied by <strong>{sheet.seller.name}</strong>
              </span>
              <span>{sheet.title}</span>
              <span>{sheet.accepted}</span>
            </div>
          </SimpleGrid>
          <EvidenceTable sheet={sheet} offered={details.offered_prices} />
          <Text fz="xs" c="dimmed">
            Unit values are before tax, after the discount, and with branding and set-up; gifts of a group are
            one gift. Purposes are as of {dayText(today)}; the company fills in blank ones. {noLegalAdvice}
          </Text>
        </Stack>
        <Group justify="flex-end" mt={16}>
          <Button variant="default" onClick={() => window.print()}>
            Print
          </Button>
        </Group>
      </Dialog>
    </>
  )
}

interface EvidenceTableProps {
  readonly sheet: QuotationSheet
  readonly offered: QuotationDetails['offered_prices']
}

/** The gifts of an evidence sheet. */
export function EvidenceTable({ sheet, offered }: EvidenceTableProps) {
  const byId = new Map(sheet.lines.map((line) => [line.line.id, line]))
  const gifts = givenGifts(
    sheet.lines
      .filter(({ isChosen }) => isChosen)
      .map(({ line, offer }) => ({
        ...line,
        quantity: line.quantities[offer.index]?.quantity ?? 1,
        taxable: offer.amounts.taxable,
      })),
  )
  return (
    <table className={classes.lines}>
      <thead>
        <tr>
          <th>{sheetLabels.item}</th>
          <th>Unit value</th>
          <th>{sheetLabels.quantity}</th>
          <th>Purpose</th>
        </tr>
      </thead>
      <tbody>
        {gifts.map(({ lines, quantity, value }) => (
          <tr key={lines[0]?.id}>
            <td>
              {lines.map(({ id, quantity: pieces }) => (
                <div key={id}>
                  {pieces > quantity && `${pieces / quantity} × `}
                  {byId.get(id)?.name}
                  {byId.get(id)?.line.code != null && <small>{byId.get(id)?.line.code}</small>}
                  {byId.get(id)?.mrp != null && <small>{byId.get(id)?.mrp}</small>}
                </div>
              ))}
            </td>
            <td>{rupees(value)}</td>
            <td>{quantity.toLocaleString('en-IN')}</td>
            <td className={classes.purpose}>
              {lines.every(({ id }) => offered[id]?.is_brand_reminder === true)
                ? 'Brand reminder (informational or educational)'
                : '____________'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
