import { Box, Button, Group, NativeSelect } from '@mantine/core'
import { IconBrandWhatsapp, IconMail } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { ownAccountQuery } from '@giftwell/shared/auth/own-account.ts'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { handleUndoably } from './lead-handling.ts'
import type { Lead } from './lead-list.ts'
import { replyTemplates } from '@giftwell/shared/settings/reply-templates.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { quotationsOfLeadQuery } from '../quotations/quotation-requests.ts'
import { defaultReply, type Replier, replyLink, replyText, whatsAppLink } from './lead-links.ts'
import { isWritten, type ReplyDraft, ReplyForm } from './reply-form.tsx'

const mailIcon = <IconMail size={18} stroke={1.7} aria-hidden />

interface LeadReplyProps {
  readonly lead: Lead
  /** The e-mail that is being written; undefined while its form is closed. */
  readonly draft: ReplyDraft | undefined
  readonly onDraft: (draft: ReplyDraft | undefined) => void
}

/**
 * A form for a reply that the site sends, which is a link to the mail program where the site delivers no e-mails, and a link to
 * a reply on WhatsApp, by a template where there are any. Each marks the lead as answered, which can be undone.
 */
export function LeadReply({ lead, draft, onDraft }: LeadReplyProps) {
  const backend = useBackend()
  const isOnline = useIsOnline()
  const { mutate } = useMutation(handleUndoably(backend, 'answered'))
  const { data: delivers } = useQuery({ ...deliversMailQuery(backend), enabled: isOnline })
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
  const button = useRef<HTMLButtonElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  /** Whether the form was opened by the button just now, and by no return to its lead. */
  const isOpening = useRef(false)
  const textRef = useCallback((field: HTMLTextAreaElement | null) => {
    text.current = field
    if (field !== null && isOpening.current) field.focus()
    if (field !== null) isOpening.current = false
  }, [])
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
      {delivers === false && draft === undefined ? (
        <Button
          component="a"
          size="sm"
          href={replyLink(body, lead, replier)}
          leftSection={mailIcon}
          onClick={() => answer('email')}
        >
          Reply by e-mail
        </Button>
      ) : (
        <Button
          ref={button}
          size="sm"
          aria-expanded={draft !== undefined}
          leftSection={mailIcon}
          onClick={() => {
            if (draft === undefined) {
              isOpening.current = true
              onDraft({ files: [] })
            } else if (isWritten(draft)) text.current?.focus()
            else onDraft(undefined)
          }}
        >
          Reply by e-mail
        </Button>
      )}
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
      {draft !== undefined && (
        <Box flex="1 0 100%" miw={0}>
          <ReplyForm
            key={lead.id}
            lead={lead}
            prefilled={replyText(body, lead, replier)}
            mailLink={replyLink(body, lead, replier)}
            isDelivered={delivers !== false}
            draft={draft}
            onDraft={onDraft}
            onClose={() => {
              onDraft(undefined)
              button.current?.focus()
            }}
            onMailProgram={() => answer('email')}
            textRef={textRef}
          />
        </Box>
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

/** Whether the site delivers e-mails; null when the caller may not know. */
function deliversMailQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['leads', 'delivers mail'],
    staleTime: 60_000,
    queryFn: ({ signal }) => send(backend, (rest) => rest.rpc('delivers_mail').abortSignal(signal)),
  })
}
