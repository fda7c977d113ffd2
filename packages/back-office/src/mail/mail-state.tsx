import { Group } from '@mantine/core'
import { mutationOptions, queryOptions, useMutation } from '@tanstack/react-query'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { readRows, send } from '@giftwell/shared/kernel/rest-request.ts'
import type { Row } from '@giftwell/shared/kernel/table.ts'
import { momentFormat } from '../screen/date-formats.ts'
import { RowButton } from '../screen/buttons.tsx'

/** The name of an e-mail with what became of it; one that failed is sent again by "Try again". */
export function MailState({ mail, name }: { readonly mail: OutboxMail; readonly name: string }) {
  const retry = useMutation(retryMail(useBackend()))
  return (
    <Group gap="0 12px">
      <span>
        {name} {stateOf(mail)}
      </span>
      {mail.last_error !== null && mail.state !== 'sent' && (
        <RowButton label="Try again" loading={retry.isPending} onClick={() => retry.mutate(mail.id)} />
      )}
    </Group>
  )
}

function stateOf({ state, attempts, last_error: error, sent_at: sentAt, next_attempt_at: next }: OutboxMail) {
  if (state === 'sent') return sentAt === null ? 'sent' : `sent ${momentFormat.format(new Date(sentAt))}`
  if (state === 'failed') return `could not be sent: ${reasonOf(error)}`
  if (error !== null)
    return `not sent yet: ${reasonOf(error)}, next try ${momentFormat.format(new Date(next))}`
  return attempts === 0 ? 'waiting to be sent' : 'being sent'
}

/** Why an e-mail was not sent, with the code that an administrator looks up. */
function reasonOf(error: string | null): string {
  const [code = '', status = ''] = (error ?? '').split(' ')
  const reason =
    code === 'EXPIRED'
      ? 'no server sent it for two days'
      : code === 'EAUTH'
        ? 'the mail server refuses the password of the site'
        : /^(EENVELOPE|EMESSAGE)$/.test(code) && status.startsWith('5')
          ? 'the mail server refuses the address or the message'
          : code === 'EENVELOPE' || code === 'EMESSAGE'
            ? 'the mail server does not accept it now'
            : 'the mail server cannot be reached'
  return `${reason} (${error ?? 'unknown'})`
}

/** An e-mail of the outbox that staff read. */
export type OutboxMail = Pick<
  Row<'outbox'>,
  | 'id'
  | 'kind'
  | 'recipient'
  | 'state'
  | 'attempts'
  | 'next_attempt_at'
  | 'last_error'
  | 'sent_at'
  | 'event_number'
>

/** The key of the queries of e-mails. */
export const mailsKey = ['mails']

/** Milliseconds between polls of an e-mail that is about to be sent. */
const pollInterval = 5000

/** The e-mails about leads, or about versions of a quotation; polled until each is sent or has failed. */
export function mailsQuery(backend: Backend, column: 'lead_id' | 'version_id', ids: readonly string[]) {
  return queryOptions({
    queryKey: [...mailsKey, ids],
    staleTime: 0,
    queryFn: ({ signal }): Promise<readonly OutboxMail[]> =>
      readRows(backend, (rest) =>
        rest
          .from('outbox')
          .select('id, kind, recipient, state, attempts, next_attempt_at, last_error, sent_at, event_number')
          .in(column, ids)
          .order('kind')
          .order('recipient')
          .order('created_at')
          .abortSignal(signal),
      ),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'queued') === true && pollInterval,
  })
}

/** Sends an e-mail again that failed. */
function retryMail(backend: Backend) {
  return mutationOptions({
    meta: { failed: 'The e-mail could not be sent again', invalidates: [mailsKey] },
    mutationFn: (mail: string) => send(backend, (rest) => rest.rpc('retry_mail', { mail_id: mail })),
  })
}
