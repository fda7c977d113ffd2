import { mutationOptions, queryOptions } from '@tanstack/react-query'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { readRows, send } from '@giftwell/shared/kernel/rest-request.ts'
import type { Row } from '@giftwell/shared/kernel/table.ts'

/** An e-mail about a lead: an acknowledgement to its buyer, or a notice to an address of the seller. */
export type LeadMail = Pick<
  Row<'outbox'>,
  'id' | 'kind' | 'recipient' | 'state' | 'attempts' | 'next_attempt_at' | 'last_error' | 'sent_at'
>

const mails = ['leads', 'mails']

/** Milliseconds between polls of an e-mail that is about to be sent. */
const pollInterval = 5000

/** The e-mails of a lead; polled until each is sent or has failed. */
export function leadMailsQuery(backend: Backend, lead: string) {
  return queryOptions({
    queryKey: [...mails, lead],
    staleTime: 0,
    queryFn: ({ signal }): Promise<readonly LeadMail[]> =>
      readRows(backend, (rest) =>
        rest
          .from('outbox')
          .select('id, kind, recipient, state, attempts, next_attempt_at, last_error, sent_at')
          .eq('lead_id', lead)
          .order('kind')
          .order('recipient')
          .abortSignal(signal),
      ),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'queued') === true && pollInterval,
  })
}

/** An e-mail that could not be sent so far. */
export type UnsentMail = Pick<Row<'outbox'>, 'id' | 'lead_id' | 'kind' | 'recipient'>

/** How many of them are read. */
export const maxUnsent = 100

/** The e-mails that failed, the latest first; those that will be tried again count until they are sent. */
export function unsentMailsQuery(backend: Backend) {
  return queryOptions({
    queryKey: [...mails, 'unsent'],
    staleTime: 0,
    queryFn: ({ signal }): Promise<readonly UnsentMail[]> =>
      readRows(backend, (rest) =>
        rest
          .from('outbox')
          .select('id, lead_id, kind, recipient')
          .in('state', ['queued', 'failed'])
          .not('last_error', 'is', null)
          .order('next_attempt_at', { ascending: false })
          .limit(maxUnsent)
          .abortSignal(signal),
      ),
  })
}

/** Sends an e-mail again that failed. */
export function retryMail(backend: Backend) {
  return mutationOptions({
    meta: { failed: 'The e-mail could not be sent again', invalidates: [mails] },
    mutationFn: async (mail: string) => {
      await send(backend, (rest) => rest.rpc('retry_mail', { mail_id: mail }))
    },
  })
}
