import { Button, Group, NativeSelect } from '@mantine/core'
import { IconBrandWhatsapp, IconMail } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { ownAccountQuery } from '@giftwell/shared/auth/own-account.ts'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { handleUndoably } from './lead-handling.ts'
import type { Lead } from './lead-list.ts'
import { replyTemplates } from '@giftwell/shared/settings/reply-templates.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { quotationsOfLeadQuery } from '../quotations/quotation-requests.ts'
import { defaultReply, type Replier, replyLink, whatsAppLink } from './lead-links.ts'

/**
 * Links to a reply in the mail program and on WhatsApp, by a template where there are any. Either marks the lead as
 * answered, which can be undone.
 */
export function LeadReply({ lead }: { readonly lead: Lead }) {
  const backend = useBackend()
  const isOnline = useIsOnline()
  const { mutate } = useMutation(handleUndoably(backend, 'answered'))
  const { data: templates = [] } = useQuery({ ...replyTemplates.list(backend), enabled: isOnline })
  const [chosen, setChosen] = useState('')
  const template = templates.find(({ id }) => id === chosen)
  const body = template?.body ?? defaultReply
  const { data: quotations = [] } = useQuery({
    ...quotationsOfLeadQuery(backend, lead.id),
    enabled: isOnline && body.includes('{quotation}'),
  })
  const quotation = quotations.find(({ number }) => number !== null)?.number ?? undefined
  const replier = { ...useReplier(), quotation }
  const whatsApp = whatsAppLink(body, lead, replier)
  const answer = (by: 'email' | 'whatsapp') => {
    if (isOnline) mutate({ lead: lead.id, value: by })
  }
  return (
    <Group gap={8}>
      {templates.length > 0 && (
        <NativeSelect
          aria-label="Template of the reply"
          size="sm"
          flex="1 0 100%"
          value={template?.id ?? ''}
          data={[
            { value: '', label: 'Standard reply' },
            ...templates.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => setChosen(value)}
        />
      )}
      <Button
        component="a"
        size="sm"
        href={replyLink(body, lead, replier)}
        leftSection={<IconMail size={18} stroke={1.7} aria-hidden />}
        onClick={() => answer('email')}
      >
        Reply by e-mail
      </Button>
      {whatsApp !== undefined && (
        <Button
          component="a"
          size="sm"
          variant="default"
          href={whatsApp}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconBrandWhatsapp size={18} stroke={1.7} aria-hidden />}
          onClick={() => answer('whatsapp')}
        >
          Reply on WhatsApp
        </Button>
      )}
    </Group>
  )
}

/** The person who replies, with the signature of Your Account. */
export function useReplier(): Replier {
  const { user } = useAuth()
  const site = useSite().name
  const query = ownAccountQuery(useBackend(), user?.id ?? '')
  const { signature, name } = useQuery({ ...query, enabled: useIsOnline() }).data ?? {}
  return { site, signature: signature ?? `${name ?? user?.email ?? ''}\n${site}` }
}
