import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'

import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { type LeadMail, leadMailsQuery, retryMail } from './lead-mails-query.ts'
import classes from './lead-mails.module.css'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Whether the e-mails about a lead were sent; nothing where it has none. */
export function LeadMails({ lead }: { readonly lead: string }) {
  const backend = useBackend()
  const { data: mails = [] } = useQuery({ ...leadMailsQuery(backend, lead), enabled: useIsOnline() })
  const retry = useMutation(retryMail(backend))
  if (mails.length === 0) return null
  return (
    <>
      <dt>E-mails</dt>
      <dd>
        {mails.map((mail) => (
          <p key={mail.id} className={classes.mail}>
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
          </p>
        ))}
      </dd>
    </>
  )
}

/** As in "Notice to sales@gifts.example". */
export function mailName({ kind, recipient }: Pick<LeadMail, 'kind' | 'recipient'>): string {
  return `${kind === 'notice' ? 'Notice' : 'Acknowledgement'} to ${recipient}`
}

function stateOf({ state, attempts, last_error: error, sent_at: sentAt, next_attempt_at: next }: LeadMail) {
  if (state === 'sent') return sentAt === null ? 'sent' : `sent ${moment.format(new Date(sentAt))}`
  if (state === 'failed') return `failed (${error ?? 'unknown'})`
  if (error !== null) return `failed (${error}), next try ${moment.format(new Date(next))}`
  return attempts === 0 ? 'waiting to be sent' : 'being sent'
}
