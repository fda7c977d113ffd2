import { Anchor, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { leadsPath } from '../leads/lead-search.ts'
import { mailPulseQuery } from './dashboard-query.ts'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** E-mails that wait too long or were given up, and what to do; nothing while all are sent (product.md, section 2). */
export function MailTrouble() {
  const { data: pulse } = useQuery(mailPulseQuery(useBackend()))
  if (pulse === null || pulse === undefined || pulse.waiting + pulse.failed === 0) return null
  return (
    <Paper component="section" withBorder radius="lg" p="md" mb={16} aria-labelledby="mail-trouble">
      <Title order={2} fz="lg" id="mail-trouble">
        E-mails are not being sent
      </Title>
      {pulse.waiting > 0 && (
        <Text mt={8}>
          {counted(pulse.waiting, 'e-mail waits', 'e-mails wait')} to be sent, the oldest since{' '}
          {shown(pulse.waiting_since)}.{' '}
          {pulse.unfetched > 0
            ? 'No server fetches them from the database.'
            : 'The mail server does not accept them.'}
        </Text>
      )}
      {pulse.failed > 0 && (
        <Text mt={8}>
          In the last 7 days {counted(pulse.failed, 'e-mail was', 'e-mails were')} given up, the oldest of{' '}
          {shown(pulse.failed_since)}.
        </Text>
      )}
      {pulse.error !== null && <Text mt={8}>The last error was {pulse.error}.</Text>}
      <details>
        <summary>What to do</summary>
        {pulse.unfetched > 0 && (
          <Text mt={8}>
            On a hosted project the function send-mail is not deployed, its settings are wrong, or pg_cron
            does not call it: “npm run verify” says which. On a server of your own, read its log.
          </Text>
        )}
        <Text mt={8}>
          An error with EAUTH is a wrong user or password in SMTP_URL; ECONNECTION, EDNS, ESOCKET and
          ETIMEDOUT mean that the mail server cannot be reached; EENVELOPE, that it rejects the recipient or
          the sender. The steps are in docs/deploy.md, “E-mails about leads” and “E-mail by SMTP”.
        </Text>
        <Text mt={8}>
          E-mails that wait are sent by themselves once that is mended. Those that were given up are sent by
          “Try again” in their lead, an invitation by “Send again” on the People screen.
        </Text>
      </details>
      <Anchor component={Link} to={leadsPath({ mail: 'failed' })} c="var(--gw-brand)" size="sm" fw={600}>
        Leads with an e-mail that was not sent
      </Anchor>
    </Paper>
  )
}

function shown(time: string | null): string {
  return time === null ? 'an unknown time' : moment.format(new Date(time))
}
