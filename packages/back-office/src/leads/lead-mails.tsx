import { Button, Group } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'

import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { mailsKey, mailsQuery, MailState, type OutboxMail } from '../mail/mail-state.tsx'
import { handleLead } from './lead-handling.ts'

/** Whether the e-mails about a lead were sent, and what is done with the links that the buyer has from them. */
export function LeadMails({ lead }: { readonly lead: string }) {
  const backend = useBackend()
  const isOnline = useIsOnline()
  const { data = [] } = useQuery({ ...mailsQuery(backend, 'lead_id', [lead]), enabled: isOnline })
  // Replies stand in the history.
  const mails = data.filter(({ kind }) => kind !== 'reply')
  return (
    <>
      {mails.length > 0 && (
        <>
          <dt>E-mails</dt>
          <dd>
            {mails.map((mail) => (
              <MailState key={mail.id} mail={mail} name={mailName(mail)} />
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
    meta: {
      failed: 'Error saving lead',
      done: 'The buyer’s earlier links no longer work',
      invalidates: [mailsKey],
    },
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
function mailName({ kind, recipient }: Pick<OutboxMail, 'kind' | 'recipient'>): string {
  return `${kind === 'notice' ? 'Notice' : kind === 'sample' ? 'Sample' : 'Acknowledgement'} to ${recipient}`
}
