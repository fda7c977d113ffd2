import { Button, Group } from '@mantine/core'
import { useMutation, useQuery, mutationOptions, queryOptions } from '@tanstack/react-query'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { readRows, send } from '@giftwell/shared/kernel/rest-request.ts'
import type { Row } from '@giftwell/shared/kernel/table.ts'
import { handleLead } from './lead-handling.ts'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Whether the e-mails about a lead were sent, and what is done with the links that the buyer has from them. */
export function LeadMails({ lead }: { readonly lead: string }) {
  const backend = useBackend()
  const isOnline = useIsOnline()
  const { data: mails = [] } = useQuery({ ...leadMailsQuery(backend, lead), enabled: isOnline })
  const retry = useMutation(retryMail(backend))
  return (
    <>
      {mails.length > 0 && (
        <>
          <dt>E-mails</dt>
          <dd>
            {mails.map((mail) => (
              <Group key={mail.id} gap="0 12px">
                <span>
                  {mailName(mail)} {stateOf(mail)}
                </span>
                {mail.last_error !== null && mail.state !== 'sent' && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={retry.isPending && retry.variables === mail.id}
                    onClick={() => retry.mutate(mail.id)}
                  >
                    Try again
                  </Button>
                )}
              </Group>
            ))}
          </dd>
        </>
      )}
      {isOnline && <BuyersLink lead={lead} />}
    </>
  )
}

/** Ends the links of the buyer's private page, or mails a new one, after which earlier links open nothing. */
function BuyersLink({ lead }: { readonly lead: string }) {
  const action = useMutation({
    ...handleLead(useBackend()),
    meta: { failed: 'Error saving lead', done: 'The buyer’s earlier links have ended', invalidates: [mails] },
  })
  const handle = (value: 'ended' | 'renewed') => action.mutate({ lead, kind: 'link', value })
  return (
    <>
      <dt>Buyer’s link</dt>
      <dd>
        <Group gap={8}>
          <Button size="compact-sm" variant="default" onClick={() => handle('renewed')}>
            Send a new link
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => handle('ended')}>
            End all links
          </Button>
        </Group>
      </dd>
    </>
  )
}

/** As in "Notice to sales@gifts.example". */
function mailName({ kind, recipient }: Pick<LeadMail, 'kind' | 'recipient'>): string {
  return `${kind === 'notice' ? 'Notice' : 'Acknowledgement'} to ${recipient}`
}

function stateOf({ state, attempts, last_error: error, sent_at: sentAt, next_attempt_at: next }: LeadMail) {
  if (state === 'sent') return sentAt === null ? 'sent' : `sent ${moment.format(new Date(sentAt))}`
  if (state === 'failed') return `failed (${error ?? 'unknown'})`
  if (error !== null) return `failed (${error}), next try ${moment.format(new Date(next))}`
  return attempts === 0 ? 'waiting to be sent' : 'being sent'
}

/** An e-mail about a lead: an acknowledgement to its buyer, or a notice to an address of the seller. */
export type LeadMail = Pick<
  Row<'outbox'>,
  'id' | 'kind' | 'recipient' | 'state' | 'attempts' | 'next_attempt_at' | 'last_error' | 'sent_at'
>

const mails = ['leads', 'mails']

/** Milliseconds between polls of an e-mail that is about to be sent. */
const pollInterval = 5000

/** The e-mails of a lead; polled until each is sent or has failed. */
function leadMailsQuery(backend: Backend, lead: string) {
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

/** Sends an e-mail again that failed. */
function retryMail(backend: Backend) {
  return mutationOptions({
    meta: { failed: 'The e-mail could not be sent again', invalidates: [mails] },
    mutationFn: async (mail: string) => {
      await send(backend, (rest) => rest.rpc('retry_mail', { mail_id: mail }))
    },
  })
}
