import { Box, Button, Flex, NativeSelect, SimpleGrid, Text, Textarea, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router-dom'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import {
  handleLead,
  isLeadState,
  type LeadEvent,
  type LeadEventKind,
  leadEventsQuery,
  leadStates,
  untouched,
} from './lead-handling.ts'
import { type Lead, leadCountQuery } from './lead-list.ts'
import { useSubmitOnce } from '@giftwell/shared/ui/use-submit-once.ts'
import { DayField } from './day-field.tsx'
import { leadDay, WholeLeadMoment } from './lead-columns.tsx'
import { administratorsQuery, useNames } from '../record/record-history.tsx'
import classes from './lead-handling-panel.module.css'

const states = Object.entries(leadStates).map(([value, label]) => ({ value, label }))
/** Only the buyer withdraws an inquiry. */
const statesToSet = states.filter(({ value }) => value !== 'withdrawn')

interface LeadHandlingPanelProps {
  readonly lead: Lead
  readonly isOpened: boolean
  /** The text of a note that is being written. */
  readonly note: string
  readonly onNote: (text: string) => void
}

/**
 * How a lead is handled: its state, its assignee, the follow-up date, notes and history. Opening it is recorded.
 * Readable offline, as far as it is cached.
 */
export function LeadHandlingPanel({ lead, isOpened, note, onNote }: LeadHandlingPanelProps) {
  const backend = useBackend()
  const isOnline = useIsOnline()
  const handling = lead.lead_handling ?? untouched
  const administrators = useQuery({ ...administratorsQuery(backend), enabled: isOnline }).data ?? []
  const action = useMutation(handleLead(backend))
  const opening = useMutation({ ...handleLead(backend), meta: {} })
  const handle = (kind: LeadEventKind, value: string) =>
    action.mutate({ lead: lead.id, kind, ...(value !== '' && { value }) })
  /** What is being saved is shown already. */
  const current = (kind: LeadEventKind, saved: string) =>
    action.isPending && action.variables.kind === kind ? (action.variables.value ?? '') : saved

  const open = useEffectEvent(() => {
    if (lead.lead_openings?.length === 0) opening.mutate({ lead: lead.id, kind: 'opened' })
  })
  useEffect(() => {
    if (isOpened && isOnline) open()
  }, [isOpened, isOnline])

  const assignee = handling.assigned_to ?? ''
  const isKnown = assignee === '' || administrators.some(({ id }) => id === assignee)
  return (
    <Box component="section" aria-label="Handling" className="line-above" mt={20} pt="md">
      <fieldset disabled={!isOnline}>
        <SimpleGrid minColWidth={150} autoFlow="auto-fit" spacing={12}>
          <NativeSelect
            label="State"
            size="sm"
            value={current('state', handling.state)}
            data={handling.state === 'withdrawn' ? states : statesToSet}
            onChange={({ currentTarget: { value } }) => handle('state', value)}
          />
          <NativeSelect
            label="Assigned to"
            size="sm"
            value={current('assigned', assignee)}
            data={[
              { value: '', label: 'Unassigned' },
              ...administrators.map(({ id, email, name }) => ({ value: id, label: name ?? email })),
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
      </fieldset>
      <SameSender lead={lead} />
      {(isOnline || note !== '') && (
        <Notes
          text={note}
          onChange={onNote}
          isOnline={isOnline}
          onAdd={() => action.mutateAsync({ lead: lead.id, kind: 'note', value: note })}
        />
      )}
      <History lead={lead} />
    </Box>
  )
}

/** How many inquiries came from this e-mail address, if there are others. */
function SameSender({ lead: { email } }: { readonly lead: Lead }) {
  const isOnline = useIsOnline()
  const { data: count = 0 } = useQuery({
    ...leadCountQuery(useBackend(), { search: '', email }),
    enabled: isOnline,
  })
  if (count < 2) return null
  return (
    <Text size="sm" fw={550} mt={12}>
      <Text
        component={Link}
        inherit
        c="var(--gw-brand)"
        td="underline"
        to={`/admin/leads?${new URLSearchParams({ email }).toString()}`}
      >
        {count.toLocaleString()} inquiries of this e-mail address
      </Text>
    </Text>
  )
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
        placeholder="What was agreed, and what comes next"
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

/** Everything that was done with a lead, the latest first; of a cached lead its notes. */
function History({ lead }: { readonly lead: Lead }) {
  const isOnline = useIsOnline()
  const { user } = useAuth()
  const nameOf = useNames()
  const events = useQuery({ ...leadEventsQuery(useBackend(), lead.id), enabled: isOnline })
  const done = events.data ?? lead.notes ?? []
  if (done.length === 0) return null
  return (
    <>
      <Title order={3} ff="text" fz="sm" fw={600} mt={20} mb={8}>
        History
      </Title>
      <div className={classes.history}>
        {done.map((event) => (
          <article key={event.number}>
            <span>
              <strong>
                {event.actor_email === user?.email ? 'You' : (nameOf(event.actor_email) ?? event.actor_email)}
              </strong>{' '}
              {wordsFor(event, nameOf)}
            </span>
            <Text component="span" c="dimmed" fz="0.8125rem">
              <WholeLeadMoment at={event.created_at} />
            </Text>
            {(event.kind === 'note' || event.kind === 'added') && (
              <Text
                className={classes.text}
                fz="inherit"
                lh={1.5}
                px={10}
                py={6}
                mt={2}
                bg="var(--gw-sunken)"
              >
                {event.value}
              </Text>
            )}
          </article>
        ))}
      </div>
    </>
  )
}

/** What an event says behind the name of who did it. */
function wordsFor({ kind, value }: LeadEvent, nameOf: ReturnType<typeof useNames>): string {
  switch (kind) {
    case 'opened':
      return 'opened it'
    case 'state':
      return `set the state to ${value !== null && isLeadState(value) ? leadStates[value] : value}`
    case 'assigned':
      return value === null ? 'unassigned it' : `assigned it to ${nameOf(value) ?? value}`
    case 'due':
      return value === null ? 'removed the day to come back' : `set the day to come back to ${leadDay(value)}`
    case 'note':
      return 'noted'
    case 'answered':
      return value === 'whatsapp' ? 'answered on WhatsApp' : 'answered by e-mail'
    case 'undone':
      return 'took back that it was answered'
    case 'added':
      return 'added to the inquiry'
    case 'link':
      return value === 'ended' ? 'ended the buyer’s link' : 'sent the buyer a new link'
  }
}
