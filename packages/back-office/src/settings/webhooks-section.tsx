import { Button, Checkbox, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { useRulesForm } from '@giftwell/shared/ui/use-rules-form.ts'
import type { Column } from '../list/column-head.tsx'
import { DataTable } from '../list/data-table.tsx'
import { ListCard, ListState } from '../list/list-card.tsx'
import { useDialogEntry } from '../record/use-dialog-entry.ts'
import { momentFormat } from '../screen/date-formats.ts'
import {
  actingOnWebhook,
  deliveriesQuery,
  resending,
  rotatingSecret,
  savingWebhook,
  type Webhook,
  type WebhookDelivery,
  webhooksQuery,
} from './program-requests.ts'
import { NeedsOwnServer } from '../screen/needs-own-server.tsx'
import { ShownOnce } from './shown-once.tsx'
import classes from './settings.module.css'
import { RowButton, SubmitButton } from '../screen/buttons.tsx'

/** The events that can be sent. */
const events = [
  { value: 'lead.created', label: 'New lead' },
  { value: 'lead.changed', label: 'Changed lead' },
  { value: 'quotation.sent', label: 'Quotation sent' },
  { value: 'quotation.accepted', label: 'Quotation accepted' },
  { value: 'quotation.declined', label: 'Quotation declined' },
  { value: 'product.changed', label: 'New, changed or deleted product' },
]

const rules = z.object({
  address: z
    .string()
    .trim()
    .min(1, 'Address is required')
    .refine(
      (text) => /^https:\/\/[^\s/@]+(?:\/\S*)?$/.test(text),
      'Enter an address like https://example.com/hook',
    ),
  events: z.array(z.string()).min(1, 'Choose at least one event'),
})

interface Secret {
  readonly title: string
  readonly value: string
}

/** The webhooks with their last events, and a form for a new one. */
export function WebhooksSection() {
  const webhooks = useQuery(webhooksQuery(useBackend()))
  const [secret, setSecret] = useState<Secret>()
  const save = useMutation(savingWebhook(useBackend()))
  return (
    <Stack gap={20} maw={1080}>
      <NeedsOwnServer>
        no server sends webhooks. Your programs use the project’s own database webhooks.
      </NeedsOwnServer>
      <Paper withBorder radius="lg" className={classes.part} component="section" aria-label="New webhook">
        <Text c="dimmed" fz="sm" mb={16}>
          A webhook tells a program of yours what happens here, within seconds: the site posts a signed
          message to the program’s address, and tries again for a day. The message contains buyers’ details,
          but never cost prices.
        </Text>
        <WebhookForm
          button="Add webhook"
          initial={{ address: '', events: ['lead.created'] }}
          onSave={async (values) => {
            const value = await save.mutateAsync(values)
            setSecret({ title: 'New webhook', value })
          }}
        />
      </Paper>
      <ListState list={webhooks} />
      {webhooks.data?.map((webhook) => (
        <WebhookCard key={webhook.id} webhook={webhook} onSecret={setSecret} />
      ))}
      {secret && (
        <ShownOnce
          {...secret}
          label="Secret"
          hint="Your program verifies each message with it, using a Standard Webhooks library."
          onClose={() => setSecret(undefined)}
        />
      )}
    </Stack>
  )
}

interface WebhookFormProps {
  readonly button: string
  readonly initial: { readonly address: string; readonly events: readonly string[] }
  readonly onSave: (values: z.infer<typeof rules>) => Promise<unknown>
}

function WebhookForm({ button, initial, onSave }: WebhookFormProps) {
  const { form, isSending, onSubmit } = useRulesForm({
    rules,
    initial: { address: initial.address, events: [...initial.events] },
    isEmptied: true,
    send: onSave,
  })
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap={16}>
        <TextInput
          label="Address"
          required
          type="url"
          maw={560}
          placeholder="https://example.com/hook"
          autoComplete="off"
          key={form.key('address')}
          {...form.getInputProps('address')}
        />
        <Checkbox.Group label="Events" required key={form.key('events')} {...form.getInputProps('events')}>
          <div className={classes.events}>
            {events.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </div>
        </Checkbox.Group>
        <div>
          <SubmitButton label={button} isSending={isSending} />
        </div>
      </Stack>
    </form>
  )
}

interface WebhookCardProps {
  readonly webhook: Webhook
  readonly onSecret: (secret: Secret) => void
}

/** A webhook: its address and events, its actions, and its last deliveries. */
function WebhookCard({ webhook, onSecret }: WebhookCardProps) {
  const { id, address, events: chosen, is_enabled: isEnabled } = webhook
  const deliveries = useQuery(deliveriesQuery(useBackend(), id))
  const labels = events.flatMap(({ value, label }) => (chosen.includes(value) ? [label] : []))
  return (
    <ListCard heading={address} tools={<WebhookActions webhook={webhook} onSecret={onSecret} />}>
      <Group className="line-below" px="md" py={10} gap="4px 12px" fz="sm">
        <Text fz="sm" fw={650} c={isEnabled ? 'inherit' : 'dimmed'}>
          {isEnabled ? 'Enabled' : 'Disabled'}
        </Text>
        <Text c="dimmed" fz="sm">
          {labels.join(', ')}
        </Text>
      </Group>
      <ListState list={deliveries} />
      {deliveries.data?.length === 0 && (
        <Text c="dimmed" fz="sm" px="md" py={16}>
          Nothing has been sent yet. Send a test event to see whether your program receives it.
        </Text>
      )}
      {deliveries.data !== undefined && deliveries.data.length > 0 && (
        <DataTable label={`Events sent to ${address}`} columns={columns} rows={deliveries.data} />
      )}
    </ListCard>
  )
}

function WebhookActions({ webhook, onSecret }: WebhookCardProps) {
  const backend = useBackend()
  const platform = usePlatform()
  const save = useMutation(savingWebhook(backend))
  const rotate = useMutation(rotatingSecret(backend))
  const remove = useMutation(actingOnWebhook(backend, 'delete_webhook'))
  const test = useMutation(actingOnWebhook(backend, 'test_webhook'))
  const [isEditing, setEditing] = useState(false)
  const isBusy = useIsMutating() > 0
  const { id, address, events: chosen, is_enabled: isEnabled } = webhook

  async function askForSecret() {
    const question = `Make a new secret for ${address}? For one day each message is also signed with the former secret. Give your program the new one within that day.`
    if (!(await platform.confirm(question, { action: 'Make a new secret' }))) return
    rotate.mutate(id, { onSuccess: (value) => onSecret({ title: 'New secret', value }) })
  }
  async function askToDelete() {
    const question = `Delete the webhook ${address}? Its pending events will be lost.`
    if (await platform.confirm(question, { action: 'Delete' })) remove.mutate(id)
  }
  const buttons = [
    ['Send a test event', () => test.mutate(id)],
    ['Edit', () => setEditing(true)],
    [
      isEnabled ? 'Disable' : 'Enable',
      () => save.mutate({ address, events: chosen, is_enabled: !isEnabled, webhook: id }),
    ],
    ['New secret', () => void askForSecret()],
    ['Delete', () => void askToDelete()],
  ] as const
  return (
    <>
      {buttons.map(([label, run]) => (
        <Button key={label} variant="default" size="compact-sm" disabled={isBusy} onClick={run}>
          {label}
        </Button>
      ))}
      {isEditing && <EditWebhook webhook={webhook} onClose={() => setEditing(false)} />}
    </>
  )
}

function EditWebhook({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const save = useMutation(savingWebhook(useBackend()))
  const { leave, close } = useDialogEntry({ opened: true, isBusy: save.isPending, onClose })
  const { id, is_enabled: isEnabled } = webhook
  return (
    <Dialog opened onClose={close} title="Edit webhook" size="560px">
      <WebhookForm
        button="Save"
        initial={webhook}
        onSave={async (values) => {
          await save.mutateAsync({ ...values, is_enabled: isEnabled, webhook: id })
          leave(onClose)
        }}
      />
    </Dialog>
  )
}

const columns: readonly Column<WebhookDelivery>[] = [
  { header: 'Event', cell: ({ event }) => eventLabel(event), look: 'name' },
  {
    header: 'Time',
    cell: ({ created_at: time }) => momentFormat.format(new Date(time)),
    look: 'quiet',
    width: '190px',
  },
  { header: 'Result', cell: (delivery) => <Result delivery={delivery} /> },
  { header: 'Attempts', cell: ({ attempts }) => String(attempts), look: 'quiet', width: '100px' },
  {
    header: 'Actions',
    cell: (delivery) => (delivery.state === 'failed' ? <SendAgain delivery={delivery} /> : '-'),
    width: '130px',
  },
]

function eventLabel(event: string): string {
  return events.find(({ value }) => value === event)?.label ?? 'Test'
}

/** Messages for connection errors; others are shown unchanged. */
const faults: Readonly<Record<string, string>> = {
  timeout: 'No answer within 10 seconds',
  redirect: 'The program redirected the event; redirects are not followed',
  'private address': 'Private addresses receive no events',
  ENOTFOUND: 'The host does not exist',
  ECONNREFUSED: 'The connection was refused',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed',
  expired: 'Not sent within two days',
}

/** What became of an event, in words. */
function Result({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { state, status, error, ms, attempts, next_attempt_at: next } = delivery
  if (state === 'sent') return `Received (${status}, ${ms} ms)`
  const fault =
    error === null ? '' : status !== null && status >= 400 ? `Answered ${status}` : (faults[error] ?? error)
  if (state === 'failed') {
    return (
      <Text component="span" inherit c="var(--mantine-color-error)" className={classes.wrapped}>
        Not received: {fault}
      </Text>
    )
  }
  if (error === null) return attempts === 0 ? 'Waiting' : 'Being sent'
  return (
    <span className={classes.wrapped}>
      {fault}. Next attempt {momentFormat.format(new Date(next))}
    </span>
  )
}

function SendAgain({ delivery: { id, event } }: { readonly delivery: WebhookDelivery }) {
  const again = useMutation(resending(useBackend()))
  const isBusy = useIsMutating() > 0
  return (
    <RowButton
      label="Send again"
      aria-label={`Send again: ${eventLabel(event)}`}
      disabled={isBusy}
      onClick={() => again.mutate(id)}
    />
  )
}
