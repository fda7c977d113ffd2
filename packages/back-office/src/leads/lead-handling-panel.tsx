import { Button, Flex, Group, NativeSelect, SimpleGrid, Stack, Text, Textarea, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router-dom'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import {
  handleLead,
  handleUndoably,
  isLeadState,
  type LeadEvent,
  type LeadEventKind,
  leadEventsQuery,
  type LeadReplyContent,
  leadStates,
  settableStates,
  undoLeadEvent,
  untouched,
} from './lead-handling.ts'
import { isErased, type Lead, leadReference, sameBuyerQuery } from './lead-list.ts'
import { callLink } from './lead-links.ts'
import { mailsQuery, MailState } from '../mail/mail-state.tsx'
import { declineReasons, isDeclineReason } from '@giftwell/shared/quotations/quotation.ts'
import { fileSize } from '@giftwell/shared/kernel/file-size.ts'
import { useSubmitOnce } from '@giftwell/shared/ui/use-submit-once.ts'
import { DayField } from '../list/list-filters.tsx'
import { administratorsQuery, choicesOf, useNames } from '../staff/administrators.ts'
import { lostAction } from '../quotations/lost-action.ts'
import { ActionDialog } from '../record/action-dialog.tsx'
import { HistoryEvent, HistoryEvents } from '../record/record-history.tsx'
import { leadDay, WholeLeadMoment } from './lead-columns.tsx'
import { ReceivedText } from './received-text.tsx'
import { RowButton } from '../screen/buttons.tsx'

/** The state of a lead, its assignee and the day to come back on. Opening it is recorded. Readable offline, as far as it is cached. */
export function LeadHandlingFields({ lead }: { readonly lead: Lead }) {
  const backend = useBackend()
  const isOnline = useIsOnline()
  const handling = lead.lead_handling ?? untouched
  const administrators = useQuery({ ...administratorsQuery(backend), enabled: isOnline }).data ?? []
  const assignable = choicesOf(administrators)
  const action = useMutation(handleLead(backend))
  const losing = useMutation(handleUndoably(backend, 'state'))
  const [isLosing, setLosing] = useState(false)
  const opening = useMutation({ ...handleLead(backend), meta: {} })
  const handle = (kind: LeadEventKind, value: string) =>
    action.mutate({ lead: lead.id, kind, ...(value !== '' && { value }) })
  /** Shows the value that is being saved. */
  const current = (kind: LeadEventKind, saved: string) =>
    action.isPending && action.variables.kind === kind ? (action.variables.value ?? '') : saved

  const open = useEffectEvent(() => {
    if (lead.lead_handling?.state === 'new') opening.mutate({ lead: lead.id, kind: 'opened' })
  })
  useEffect(() => {
    if (isOnline) open()
  }, [isOnline])

  const state = current('state', handling.state)
  const assignee = handling.assigned_to ?? ''
  const isKnown = assignee === '' || assignable.some(({ value }) => value === assignee)
  return (
    <fieldset disabled={!isOnline}>
      <SimpleGrid minColWidth={130} autoFlow="auto-fit" spacing={12}>
        <NativeSelect
          label="State"
          size="sm"
          value={state}
          data={
            settableStates.some(({ value }) => value === state) || !isLeadState(state)
              ? settableStates
              : [{ value: state, label: leadStates[state] }, ...settableStates]
          }
          onChange={({ currentTarget: { value } }) =>
            value === 'lost' ? setLosing(true) : handle('state', value)
          }
        />
        <NativeSelect
          label="Assigned to"
          size="sm"
          value={current('assigned', assignee)}
          data={[
            { value: '', label: 'Unassigned' },
            ...assignable,
            ...(isKnown ? [] : [{ value: assignee, label: handling.assigned_email ?? 'Unknown' }]),
          ]}
          onChange={({ currentTarget: { value } }) => handle('assigned', value)}
        />
        <DayField
          label="Come back on"
          value={current('due', handling.due_on ?? '')}
          onChange={(day) => handle('due', day)}
        />
      </SimpleGrid>
      {isLosing && (
        <ActionDialog
          action={lostAction((lost) => losing.mutateAsync({ lead: lead.id, value: 'lost', ...lost }))}
          onClose={() => setLosing(false)}
        />
      )}
    </fieldset>
  )
}

interface LeadHistoryProps {
  readonly lead: Lead
  /** The inquiries for which it stands. */
  readonly merged: readonly Lead[]
  /** The text of a note that is being written. */
  readonly note: string
  readonly onNote: (text: string) => void
}

/** Other inquiries of the buyer, notes, and the lead's history. */
export function LeadHistory({ lead, merged, note, onNote }: LeadHistoryProps) {
  const isOnline = useIsOnline()
  const action = useMutation(handleLead(useBackend()))
  return (
    <>
      {!isErased(lead) && <SameBuyer lead={lead} />}
      {(isOnline || note !== '') && !isErased(lead) && (
        <Notes
          text={note}
          onChange={onNote}
          isOnline={isOnline}
          onAdd={() => action.mutateAsync({ lead: lead.id, kind: 'note', value: note })}
        />
      )}
      <History lead={lead} merged={merged} />
    </>
  )
}

/** Other inquiries of the same address or telephone number, which can be merged into this one. */
function SameBuyer({ lead }: { readonly lead: Lead }) {
  const backend = useBackend()
  const isOnline = useIsOnline()
  const { data = [] } = useQuery({ ...sameBuyerQuery(backend, lead), enabled: isOnline })
  const merge = useMutation(handleUndoably(backend, 'merged'))
  const number = lastDigits(lead)
  const sameEmail = ({ email }: Lead) => email.toLowerCase() === lead.email.toLowerCase()
  const others = data.filter(
    (other) =>
      other.id !== lead.id && (sameEmail(other) || (number.length > 5 && lastDigits(other) === number)),
  )
  if (others.length === 0) return null
  const count = others.filter(sameEmail).length + 1
  return (
    <Stack component="section" gap={8} mb="md" aria-label="Other inquiries of this buyer">
      <Title order={2} ff="text" fz="sm" fw={600}>
        Other inquiries of this buyer
      </Title>
      {others.map((other) => (
        <Group key={other.id} justify="space-between" wrap="nowrap" gap={12} fz="sm">
          <span>
            <Text component={Link} inherit fw={550} c="var(--gw-brand)" to={`/admin/leads/${other.id}`}>
              {leadReference(other)}
            </Text>
            , <WholeLeadMoment at={other.created_at} />
            {sameEmail(other) ? '' : ', same telephone'}
          </span>
          <RowButton
            label="Merge"
            flex="none"
            of={leadReference(other)}
            disabled={merge.isPending}
            onClick={() => merge.mutate({ lead: other.id, value: lead.id })}
          />
        </Group>
      ))}
      {count > 1 && (
        <Text
          component={Link}
          size="sm"
          fw={550}
          c="var(--gw-brand)"
          td="underline"
          to={`/admin/leads?${new URLSearchParams({ email: lead.email }).toString()}`}
        >
          {count.toLocaleString()} inquiries of this e-mail address
        </Text>
      )}
    </Stack>
  )
}

/** The digits that tell telephone numbers apart, however they are written. */
function lastDigits({ phone }: Pick<Lead, 'phone'>): string {
  return (callLink(phone) ?? '').replaceAll(/\D/g, '').slice(-10)
}

interface NotesProps {
  readonly text: string
  readonly onChange: (text: string) => void
  /** Offline it is written and not saved. */
  readonly isOnline: boolean
  readonly onAdd: () => Promise<unknown>
}

function Notes({ text, onChange, isOnline, onAdd }: NotesProps) {
  const saving = useSubmitOnce(async () => {
    try {
      await onAdd()
      onChange('')
    } catch {
      // The toast says why; the text stays.
    }
  })

  const canSave = isOnline && !saving.isRunning
  return (
    <Flex
      component="form"
      align="flex-start"
      gap={8}
      mt="md"
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave && text.trim() !== '') void saving.run()
      }}
    >
      <Textarea
        flex={1}
        aria-label="Note"
        placeholder="For example, what was agreed and the next step"
        size="sm"
        rows={2}
        maxLength={5000}
        value={text}
        onChange={({ currentTarget: { value } }) => onChange(value)}
      />
      <Button type="submit" variant="default" size="sm" aria-disabled={!canSave} data-disabled={!canSave}>
        Add note
      </Button>
    </Flex>
  )
}

/** A lead's history, the latest first, with undo; for a cached lead its notes. */
function History({ lead, merged }: Pick<LeadHistoryProps, 'lead' | 'merged'>) {
  const backend = useBackend()
  const isOnline = useIsOnline()
  const { user } = useAuth()
  const nameOf = useNames()
  const ids = [lead.id, ...merged.map(({ id }) => id)]
  const events = useQuery({ ...leadEventsQuery(backend, ids), enabled: isOnline })
  const undo = useMutation(undoLeadEvent(backend, lead.id))
  const mails = useQuery({ ...mailsQuery(backend, 'lead_id', ids), enabled: isOnline }).data ?? []
  const done = events.data ?? lead.notes ?? []
  const undone = new Set(done.flatMap(({ kind, value }) => (kind === 'undone' ? [value] : [])))
  if (done.length === 0) return null
  return (
    <>
      <Title order={2} ff="text" fz="sm" fw={600} mt={20} mb={8}>
        History
      </Title>
      <HistoryEvents>
        {done.map((event) => (
          <HistoryEvent
            key={event.number}
            who={event.actor_email === user?.email ? 'You' : (nameOf(event.actor_email) ?? event.actor_email)}
            deed={wordsFor(event, nameOf, [lead, ...merged])}
            moment={<WholeLeadMoment at={event.created_at} />}
            text={
              event.lead_replies != null ? (
                <ReplyText reply={event.lead_replies} />
              ) : event.received_mails != null ? (
                <ReceivedText event={event} mail={event.received_mails} />
              ) : event.kind === 'note' || event.kind === 'added' || event.kind === 'sample' ? (
                event.value
              ) : (
                (event.note ?? null)
              )
            }
          >
            {mails
              .filter(({ event_number: number }) => number === event.number)
              .map((mail) => (
                <MailState key={mail.id} mail={mail} name="E-mail" />
              ))}
            {event.kind === 'answered' && isOnline && !undone.has(String(event.number)) && (
              <RowButton
                label={event.lead_replies == null ? 'It was not sent' : 'Mark as unanswered'}
                variant="subtle"
                disabled={undo.isPending}
                onClick={() => undo.mutate(String(event.number))}
              />
            )}
          </HistoryEvent>
        ))}
      </HistoryEvents>
    </>
  )
}

/** A reply that the site sends, as it was written. */
function ReplyText({ reply: { subject, text, attachments } }: { readonly reply: LeadReplyContent }) {
  return (
    <>
      <strong>{subject}</strong>
      {`\n\n${text}`}
      {attachments.length > 0 &&
        `\n\nAttached: ${attachments.map(({ name, size }) => `${name} (${fileSize(size)})`).join(', ')}`}
    </>
  )
}

/** The text of a lead's event after its author's name. */
function wordsFor(
  { kind, value, reason, received_mails: mail }: LeadEvent,
  nameOf: ReturnType<typeof useNames>,
  leads: readonly Lead[],
): string {
  switch (kind) {
    case 'opened':
      return 'opened it'
    case 'state':
      return `set the state to ${value !== null && isLeadState(value) ? leadStates[value] : value}${
        reason != null && isDeclineReason(reason) ? ` (${declineReasons[reason]})` : ''
      }`
    case 'assigned':
      return value === null ? 'unassigned it' : `assigned it to ${nameOf(value) ?? value}`
    case 'due':
      return value === null ? 'removed the day to come back' : `set the day to come back to ${leadDay(value)}`
    case 'note':
      return 'noted'
    case 'answered':
      return value === 'whatsapp' ? 'answered on WhatsApp' : 'answered by e-mail'
    case 'merged':
      return value === null
        ? 'took a merge back'
        : `merged it into ${leadReference(leads.find(({ id }) => id === value) ?? { id: value })}`
    case 'undone':
      return 'took an earlier step back'
    case 'added':
      return 'added to the inquiry'
    case 'received':
      return mail?.is_automatic ? 'sent an automatic e-mail' : 'answered by e-mail'
    case 'sample':
      return 'on samples'
    case 'link':
      return value === 'ended' ? 'ended the buyer’s link' : 'sent the buyer a new link'
  }
}
