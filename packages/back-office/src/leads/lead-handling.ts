import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { mutationOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'

import { AppError, errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { doInParts, partSize } from '@giftwell/shared/kernel/in-parts.ts'
import { todayInIndia } from '@giftwell/shared/kernel/india-time.ts'
import { MutationOutcome } from '@giftwell/shared/kernel/query-client.ts'
import { readRows, send } from '@giftwell/shared/kernel/rest-request.ts'
import type { Row } from '@giftwell/shared/kernel/table.ts'
import type { LostReason } from '../quotations/lost-action.ts'

/** The states of a lead with their labels, in the order that a list is sorted by. */
export const leadStates = {
  new: 'New',
  opened: 'Opened',
  in_progress: 'In progress',
  quoted: 'Quoted',
  won: 'Won',
  lost: 'Lost',
  withdrawn: 'Withdrawn',
  spam: 'Spam',
} as const

export type LeadState = keyof typeof leadStates

/** How a lead is handled, as its events leave it. */
export type LeadHandling = Pick<
  Row<'lead_handling'>,
  'assigned_to' | 'assigned_email' | 'due_on' | 'answered_at' | 'notes'
> & {
  readonly state: LeadState
  /** The lead that stands for it; cached leads of an older version have none. */
  readonly merged_into?: string | null | undefined
}

/** Handling that has not begun. */
export const untouched: LeadHandling = {
  state: 'new',
  assigned_to: null,
  assigned_email: null,
  due_on: null,
  answered_at: null,
  notes: 0,
}

/** Whether an open lead is to be followed up by today: one that is not won, lost, withdrawn or spam. */
export function isDue({ due_on: day, state }: LeadHandling): boolean {
  const isOpen = !['won', 'lost', 'withdrawn', 'spam'].includes(state)
  return day !== null && day <= todayInIndia() && isOpen
}

/** The states that a person sets: a lead is opened by opening it, and withdrawn by its buyer. */
export const settableStates = Object.entries(leadStates)
  .filter(([value]) => value !== 'opened' && value !== 'withdrawn')
  .map(([value, label]) => ({ value, label }))

/** Whether a text is a state. */
export function isLeadState(text: string): text is LeadState {
  return Object.hasOwn(leadStates, text)
}

/** A kind of event in a lead’s history. */
export type LeadEventKind =
  | 'opened'
  | 'state'
  | 'assigned'
  | 'due'
  | 'note'
  | 'answered'
  | 'merged'
  | 'undone'
  | 'added'
  | 'link'
  | 'received'
  | 'sample'

/** An entry of a lead's history. */
export type LeadEvent = Pick<Row<'lead_events'>, 'number' | 'actor_email' | 'created_at' | 'value'> & {
  readonly kind: LeadEventKind
  /** Of a lead that is lost; cached events of an older version have neither. */
  readonly reason?: string | null | undefined
  readonly note?: string | null | undefined
  /** The reply, if the site sent it. */
  readonly lead_replies?: LeadReplyContent | null | undefined
  /** Of an e-mail that was received, whose text is the value. */
  readonly received_mails?: ReceivedMail | null | undefined
}

/** An e-mail that answered a lead. */
export interface ReceivedMail {
  readonly id: string
  readonly subject: string
  /** Whether a program has sent it. */
  readonly is_automatic: boolean
  /** Sizes in bytes; unstored files have only a name. */
  readonly attachments: readonly { readonly name: string; readonly size: number; readonly stored: boolean }[]
}

/** An e-mail to the sender of a lead. */
export interface LeadReplyContent {
  readonly subject: string
  readonly text: string
  /** Sizes in bytes. */
  readonly attachments: readonly { readonly name: string; readonly size: number }[]
}

/** A note on a lead, a reply to it, or its answer. */
export type LeadNote = LeadEvent & {
  readonly kind: 'note' | 'answered' | 'received'
  readonly lead_id: string
}

const eventColumns =
  'number, actor_email, created_at, kind, value, reason, note, lead_replies(subject, text, attachments), received_mails(id, subject, is_automatic, attachments)' as const

/** The history of a lead and of those merged into it, the latest event first. */
export function leadEventsQuery(backend: Backend, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['leads', 'events', ids] as QueryKey,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<readonly LeadEvent[]> => {
      const rows = await readRows(backend, (rest) =>
        rest
          .from('lead_events')
          .select(eventColumns)
          .in('lead_id', ids)
          .order('number', { ascending: false })
          .limit(1000)
          .abortSignal(signal),
      )
      return rows as unknown as LeadEvent[] // constraints allow no other kind, and no other attachments
    },
  })
}

/** The newest notes and e-mails of all leads, of at most `limit` notes and answers. */
export async function readNotes(
  backend: Backend,
  { limit, signal }: { readonly limit: number; readonly signal: AbortSignal },
): Promise<readonly LeadNote[]> {
  const rows = await readRows(backend, (rest) =>
    rest
      .from('lead_events')
      .select(`lead_id, ${eventColumns}`)
      .in('kind', ['note', 'answered', 'received'])
      .order('number', { ascending: false })
      .limit(limit)
      .abortSignal(signal),
  )
  const notes = rows as unknown as LeadNote[] // of these kinds
  return notes.filter(({ kind, lead_replies: reply }) => kind !== 'answered' || reply != null)
}

/** A change of a lead; without a value it removes the assignee or the follow-up date. */
export interface LeadAction extends Partial<LostReason> {
  readonly lead: string
  readonly kind: LeadEventKind
  readonly value?: string | undefined
}

/** Adds to a lead's history. Pending until the changed data is refetched. */
export function handleLead(backend: Backend) {
  return mutationOptions({
    mutationKey: ['leads', 'handle'],
    meta: { failed: 'Error saving lead' },
    mutationFn: (action: LeadAction) => sendLeadAction(backend, action),
    onSettled: (_number, _error, _action, _result, { client }) => invalidateLeads(client),
  })
}

const changing = { mutationKey: ['leads', 'handle'] }
const failed = 'Error saving lead'

/** Takes back an event of a lead, by its number. */
export function undoLeadEvent(backend: Backend, lead: string) {
  return mutationOptions({
    ...changing,
    meta: { invalidates: changedByEvents, failed, done: 'The lead is as it was before' },
    mutationFn: (event: string) => sendLeadAction(backend, { lead, kind: 'undone', value: event }),
  })
}

const doneTexts = { answered: 'Marked as answered', merged: 'Inquiries merged', state: 'The lead is lost' }

/** Marks a lead as answered, merges it into another one, or loses it for a reason; the toast offers to undo that. */
export function handleUndoably(backend: Backend, kind: keyof typeof doneTexts) {
  return mutationOptions({
    ...changing,
    meta: {
      invalidates: changedByEvents,
      failed,
      done: doneTexts[kind],
    },
    mutationFn: async (action: Omit<LeadAction, 'kind'>) => {
      const { lead } = action
      const event = await sendLeadAction(backend, { ...action, kind })
      return new MutationOutcome(undefined, {
        mutation: undoLeadEvent(backend, lead),
        variables: String(event),
      })
    },
  })
}

/** The selected leads: by their ids, or all that a search finds, as `find_leads` takes it. */
type ChosenLeads =
  | { readonly ids: readonly string[] }
  | { readonly words: string; readonly filters?: Readonly<Record<string, string>> }

/** A change of many leads; without a value they have no assignee. */
interface BulkAction extends Partial<LostReason> {
  readonly chosen: ChosenLeads
  readonly count: number
  readonly kind: 'state' | 'assigned'
  readonly value?: string | undefined
}

/**
 * Sets the state or the assignee of many leads, in parts if they are more than one; the toast offers to undo it. Where a later part fails,
 * the toast says so, and offers to undo those before.
 */
export function handleLeads(backend: Backend) {
  type Arguments = Partial<LostReason> & {
    readonly kind: string
    readonly value?: string
    readonly ids?: string[]
    readonly beyond?: string
    readonly most?: number
  }
  const bulk = async (args: Arguments) =>
    recordOf(await send(backend, (rest) => rest.rpc('handle_leads', args)))
  const undoing = mutationOptions({
    ...changing,
    meta: {
      invalidates: changedByEvents,
      failed: 'Error saving leads',
      done: 'The leads are as they were before',
    },
    async mutationFn(events: readonly string[]) {
      let at = 0
      await doInParts('Undoing the change of leads', async () => {
        const part = events.slice(at, at + partSize)
        await bulk({ kind: 'undone', value: part.join(',') })
        at += part.length
        return { done: part.length, left: events.length - at }
      })
      if (at < events.length)
        throw new AppError('stopped', `You stopped with ${counted(events.length - at, 'lead')} left.`)
    },
  })
  return mutationOptions({
    ...changing,
    meta: { invalidates: changedByEvents, failed: 'Error saving leads', done: 'Leads updated' },
    mutationFn: async ({ chosen, count, kind, value, ...lost }: BulkAction) => {
      const events: string[] = []
      let changed = 0
      let at = 0
      let beyond: unknown
      let problem = ''
      try {
        await doInParts('Updating leads', async () => {
          const answer = await bulk({
            kind,
            ...lost,
            ...(value !== undefined && { value }),
            ...('ids' in chosen ? { ids: chosen.ids.slice(at, at + partSize) } : chosen),
            ...(count > partSize && { most: partSize }),
            ...(!('ids' in chosen) && typeof beyond === 'string' && { beyond }),
          })
          changed += Number(answer['changed'])
          if (typeof answer['undo'] === 'string') events.push(...answer['undo'].split(','))
          beyond = answer['last']
          at += partSize
          const isLast = 'ids' in chosen ? at >= chosen.ids.length : typeof beyond !== 'string'
          return { done: Math.min(partSize, count), left: isLast ? 0 : Math.max(count - at, 1) }
        })
      } catch (error) {
        if (events.length === 0) throw error
        problem = `, but not all. ${errorMessage(error)}`
      }
      return new MutationOutcome(
        `${counted(changed, 'lead')} changed${problem}`,
        events.length > 0 ? { mutation: undoing, variables: events } : undefined,
      )
    },
  })
}

/** The queries that an event of a lead, or a new lead, changes. */
export const changedByEvents: readonly QueryKey[] = [
  ...['page', 'count', 'one', 'events', 'pulse'].map((part) => ['leads', part]),
  ['dashboard'],
]

/** Refetches the data that an event of a lead, or a new lead, changes. */
async function invalidateLeads(client: QueryClient): Promise<void> {
  await Promise.all(changedByEvents.map(async (queryKey) => client.invalidateQueries({ queryKey })))
}

async function sendLeadAction(backend: Backend, { value, ...action }: LeadAction): Promise<number | null> {
  return send(backend, (rest) =>
    rest.rpc('handle_lead', { ...action, ...(value !== undefined && { value }) }),
  )
}
