import { Button } from '@mantine/core'
import { IconBrandWhatsapp, IconMail } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'

import { useAuth } from '../../auth/auth-context.tsx'
import { useBackend, useIsOnline } from '../../data/backend-context.ts'
import { answerLead } from '../../data/lead-handling.ts'
import type { Lead } from '../../data/lead-list.ts'
import { useSite } from '../../ui/use-site.ts'
import { defaultReply, replyLink, whatsAppLink } from './lead-links.ts'
import classes from './lead-reply.module.css'

/** Links to a reply in the mail program and on WhatsApp. Either marks the lead as answered, which can be undone. */
export function LeadReply({ lead }: { readonly lead: Lead }) {
  const { user } = useAuth()
  const site = useSite()
  const isOnline = useIsOnline()
  const { mutate } = useMutation(answerLead(useBackend(), lead.id))
  const replier = { site: site.name, sender: user?.email ?? '' }
  const whatsApp = whatsAppLink(defaultReply, lead, replier)
  const answer = (by: 'email' | 'whatsapp') => {
    if (isOnline) mutate(by)
  }
  return (
    <div className={classes.root}>
      <Button
        component="a"
        size="sm"
        href={replyLink(defaultReply, lead, replier)}
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
    </div>
  )
}
