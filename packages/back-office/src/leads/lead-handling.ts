import { mutationOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { localDay } from '../list/list-export.ts'
import { MutationOutcome } from '@giftwell/shared/kernel/query-client.ts'
import { readRows, send } from '@giftwell/shared/kernel/rest-request.ts'
import type { Row } from '@giftwell/shared/kernel/table.ts'

/** The states of a lead with their labels. */
export const leadStates = {
  new: 'New',
  in_progress: 'In progress',
  quoted: 'Quoted',
  won: 'Won',
  lost: 'Lost',
  withdrawn: 'Withdrawn',
  spam: 'Spam',
} as const

/** A state of a lead. */
export type LeadState = keyof typeof leadStates

/** How a lead is handled, as its events leave it. */
export type LeadHandling = Pick<
  Row<'lead_handling'>,
  'assigned_to' | 'assigned_email' | 'due_on' | 'answered_at' | 'notes'
> & { readonly state: LeadState }

/** Handling that has not begun. */
export const untouched: LeadHandling = {
  state: 'new',
  assigned_to: null,
  assigned_email: null,
  due_on: null,
  answered_at: null,
  notes: 0,
}

/** Whether a lead waits for an answer: spam does not. */
export function isUnanswered({ answered_at: answeredAt, state }: LeadHandling): boolean {
  return answeredAt === null && state !== 'spam'
}

/** Whether an open lead is to be followed up by a day, as `YYYY-MM-DD`; today unless given. */
export function isDue({ due_on: dueOn, state }: LeadHandling, day = localDay(new Date())): boolean {
  return dueOn !== null && dueOn <= day && !['won', 'lost', 'withdrawn', 'spam'].includes(state)
}

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
  | 'undone'
  | 'added'
  | 'link'

/** An entry of a lead's history. */
export type LeadEvent = Pick<Row<'lead_events'>, 'number' | 'actor_email' | 'created_at' | 'value'> & {
  readonly kind: LeadEventKind
}

/** A note on a lead. */
export type LeadNote = LeadEvent & { readonly kind: 'note'; readonly lead_id: string }

/** The history of a lead, the latest event first. */
export function leadEventsQuery(backend: Backend, id: string) {
  return queryOptions({
    queryKey: ['leads', 'events', id] as QueryKey,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<readonly LeadEvent[]> => {
      const rows = await readRows(backend, (rest) =>
        rest
          .from('lead_events')
          .select('number, actor_email, created_at, kind, value')
          .eq('lead_id', id)
          .order('number', { ascending: false })
          .limit(1000)
          .abortSignal(signal),
      )
      return rows as LeadEvent[] // a constraint allows no other kind
    },
  })
}

/** The newest notes of all leads, at most `limit`. */
export async function readNotes(
  backend: Backend,
  { limit, signal }: { readonly limit: number; readonly signal: AbortSignal },
): Promise<readonly LeadNote[]> {
  const rows = await readRows(backend, (rest) =>
    rest
      .from('lead_events')
      .select('lead_id, number, actor_email, created_at, kind, value')
      .eq('kind', 'note')
      .order('number', { ascending: false })
      .limit(limit)
      .abortSignal(signal),
  )
  return rows as LeadNote[] // of one kind
}

/** What is done with a lead; without a value it removes the assignee or the follow-up date. */
export interface LeadAction {
  readonly lead: string
  readonly kind: LeadEventKind
  readonly value?: string | undefined
}

/** Adds to a lead's history. Pending until what it changes is read again. */
export function handleLead(backend: Backend) {
  return mutationOptions({
    mutationKey: ['leads', 'handle'],
    meta: { failed: 'Error saving lead' },
    mutationFn: (action: LeadAction) => sendLeadAction(backend, action),
    onSettled: (_number, _error, _action, _result, { client }) => invalidateLeads(client),
  })
}

/** Marks a lead as answered; its toast offers to undo that. */
export function answerLead(backend: Backend, lead: string) {
  const undoing = mutationOptions({
    mutationKey: ['leads', 'handle'],
    meta: { invalidates: changedByEvents, failed: 'Error saving lead', done: 'The lead is as it was before' },
    mutationFn: (answer: string) => sendLeadAction(backend, { lead, kind: 'undone', value: answer }),
  })
  return mutationOptions({
    mutationKey: ['leads', 'handle'],
    meta: { invalidates: changedByEvents, failed: 'Error saving lead', done: 'Marked as answered' },
    mutationFn: async (by: 'email' | 'whatsapp') => {
      const answer = await sendLeadAction(backend, { lead, kind: 'answered', value: by })
      return new MutationOutcome(undefined, { mutation: undoing, variables: String(answer) })
    },
  })
}

/** The queries that an event of a lead, or a new lead, changes. */
const changedByEvents: readonly QueryKey[] = [
  ...['page', 'count', 'one', 'events', 'pulse'].map((part) => ['leads', part]),
  ['dashboard'],
]

/** Refetches what an event of a lead, or a new lead, changes. */
export async function invalidateLeads(client: QueryClient): Promise<void> {
  await Promise.all(changedByEvents.map(async (queryKey) => client.invalidateQueries({ queryKey })))
}

async function sendLeadAction(backend: Backend, { lead, kind, value }: LeadAction): Promise<number | null> {
  return send(backend, (rest) =>
    rest.rpc('handle_lead', { lead, kind, ...(value !== undefined && { value }) }),
  )
}
