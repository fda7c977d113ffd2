import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { MutationOutcome } from '@giftwell/shared/kernel/query-client.ts'
import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { z } from 'zod'

import classes from './first-steps.module.css'
import { RowButton } from '../screen/buttons.tsx'

const queryKey = ['dashboard', 'first-steps']

/** Which steps are done, by name, without those that do not apply; null once dismissed, and for anyone but administrators. */
function firstStepsQuery(backend: Backend) {
  return queryOptions({
    queryKey,
    // Steps completed on another screen are ticked on return.
    staleTime: 0,
    queryFn: async ({ signal }) =>
      z
        .record(z.string(), z.boolean())
        .nullable()
        .parse(await send(backend, (rest) => rest.rpc('first_steps').abortSignal(signal))),
  })
}

function dismissing(backend: Backend) {
  return mutationOptions({
    mutationKey: ['first-steps'],
    meta: { invalidates: [queryKey], failed: 'Error dismissing the first steps' },
    mutationFn: () => send(backend, (rest) => rest.rpc('dismiss_first_steps')),
  })
}

function testingMail(backend: Backend) {
  return mutationOptions({
    mutationKey: ['first-steps'],
    meta: { invalidates: [queryKey], done: 'Test e-mail queued', failed: 'No test e-mail was sent' },
    async mutationFn() {
      const address = await send(backend, (rest) => rest.rpc('send_test_mail'))
      return new MutationOutcome(`It goes to ${address} within a minute.`)
    },
  })
}

interface Step {
  readonly title: string
  readonly hint: string
  /** The facts that make it done, each with the field that it is set in. */
  readonly parts: Readonly<Record<string, string | null>>
}

const steps: readonly Step[] = [
  {
    title: 'Your name and logo',
    hint: 'The website, its e-mails and quotations then show them.',
    parts: { name: '/admin/settings/brand#name', logo: '/admin/settings/brand#logo_url' },
  },
  {
    title: 'Your e-mail as administrator',
    hint: 'Invite your own address as an administrator, accept the invitation, and revoke admin@example.com.',
    parts: { account: '/admin/people' },
  },
  {
    title: 'Contact and notices',
    hint: 'How buyers reach you, and which addresses learn of new leads.',
    parts: {
      contact: '/admin/settings/contact#contact_email',
      notices: '/admin/settings/e-mails#notice_emails',
    },
  },
  {
    title: 'Seller’s details for quotations',
    hint: 'The legal name and, with the GSTIN, the state.',
    parts: { seller: '/admin/settings/seller#legal_name', seller_state: '/admin/settings/seller#gstin' },
  },
  {
    title: 'First products',
    hint: 'Import a list or add a product, and publish it: the website does not show drafts.',
    parts: { products: '/admin/products/import' },
  },
  { title: 'Delivery of e-mails', hint: 'A test e-mail goes to your own address.', parts: { mail: null } },
  {
    title: 'Demo removed',
    hint: 'Use the button below. Your own products stay.',
    parts: { demo: '#demo' },
  },
  {
    title: 'Backups',
    hint: 'Set BACKUP_DIR on the server: docs/reliability.md, “Backup and restore”.',
    parts: { backup: null },
  },
  {
    title: 'Samples',
    hint: 'New and switched off: buyers can request samples, free or at a charge you set. Switch them on, or dismiss this.',
    parts: { samples: '/admin/settings/samples#offers_samples' },
  },
]

/** What makes a new site its owner's, until all of it is done or an administrator dismisses it (product.md, section 2, Administration). */
export function FirstSteps() {
  const backend = useBackend()
  const { data: facts } = useQuery(firstStepsQuery(backend))
  const dismiss = useMutation(dismissing(backend))
  const test = useMutation(testingMail(backend))
  if (facts === null || facts === undefined) return null
  const listed = steps.flatMap((step) => {
    const open = Object.keys(step.parts).filter((part) => facts[part] === false)
    const isKnown = Object.keys(step.parts).some((part) => part in facts)
    return isKnown ? [{ ...step, isDone: open.length === 0, to: step.parts[open[0] ?? ''] ?? null }] : []
  })
  const done = listed.filter(({ isDone }) => isDone).length
  if (done === listed.length) return null
  return (
    <Paper component="section" withBorder radius="lg" p="md" mb={16} aria-labelledby="first-steps">
      <Group justify="space-between" gap="4px 12px">
        <Title order={2} fz="lg" id="first-steps">
          First steps
        </Title>
        <Text c="dimmed" size="sm" className="tabular">
          {done} of {listed.length} done
        </Text>
      </Group>
      <ul className={classes.steps}>
        {listed.map(({ title, hint, isDone, to, parts }) => (
          <li key={title} data-done={isDone}>
            {isDone ? (
              <IconCircleCheckFilled size={20} aria-label="Done" role="img" />
            ) : (
              <IconCircle size={20} stroke={1.5} aria-label="Open" role="img" />
            )}
            <div>
              <Text fw={600}>
                {isDone || to === null ? (
                  title
                ) : to.startsWith('#') ? (
                  <Anchor href={to} inherit>
                    {title}
                  </Anchor>
                ) : (
                  <Anchor component={Link} to={to} inherit>
                    {title}
                  </Anchor>
                )}
              </Text>
              {!isDone && (
                <Text c="dimmed" size="sm">
                  {hint}
                </Text>
              )}
            </div>
            {!isDone && 'mail' in parts && (
              <Button
                variant="default"
                size="compact-md"
                loading={test.isPending}
                onClick={() => test.mutate()}
              >
                Send a test e-mail
              </Button>
            )}
          </li>
        ))}
      </ul>
      <RowButton
        label="Dismiss"
        variant="subtle"
        mt={8}
        ml={-8}
        loading={dismiss.isPending}
        onClick={() => dismiss.mutate()}
      />
    </Paper>
  )
}
