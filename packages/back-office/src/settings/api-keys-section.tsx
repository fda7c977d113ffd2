import { Anchor, Checkbox, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { requiredText } from '@giftwell/shared/kernel/form-rules.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { useRulesForm } from '@giftwell/shared/ui/use-rules-form.ts'
import type { Column } from '../list/column-head.tsx'
import { DataTable } from '../list/data-table.tsx'
import { ListCard, ListEmpty, ListState } from '../list/list-card.tsx'
import { dayFormat, momentFormat } from '../screen/date-formats.ts'
import { type ApiKey, apiKeysQuery, makingApiKey, revokingApiKey } from './program-requests.ts'
import { NeedsOwnServer } from '../screen/needs-own-server.tsx'
import { ShownOnce } from './shown-once.tsx'
import classes from './settings.module.css'
import { RowButton, SubmitButton } from '../screen/buttons.tsx'

const rights = [
  { value: 'read products', label: 'Read products' },
  { value: 'read leads', label: 'Read leads', hint: 'Includes buyers’ names, addresses and messages.' },
  { value: 'write products', label: 'Write products', hint: 'Add products and change them.' },
]

const rules = z.object({
  name: requiredText('Name', 100),
  scopes: z.array(z.string()).min(1, 'Choose what the key may do'),
})

/** The keys of the owner's programs: which there are, a new one, and their end. */
export function ApiKeysSection() {
  const keys = useQuery(apiKeysQuery(useBackend()))
  return (
    <Stack gap={20} maw={1080}>
      <NeedsOwnServer>no server accepts API keys. Your programs use the project’s own API.</NeedsOwnServer>
      <NewKey />
      <ListCard heading="API keys" count={keys.data?.length}>
        <ListState list={keys} />
        {keys.data?.length === 0 && <ListEmpty>No keys yet. Your programs have no access.</ListEmpty>}
        {keys.data !== undefined && keys.data.length > 0 && (
          <DataTable label="API keys" columns={columns} rows={keys.data} />
        )}
      </ListCard>
    </Stack>
  )
}

/** The form that makes a key, and the key that it has made. */
function NewKey() {
  const make = useMutation(makingApiKey(useBackend()))
  const { siteOrigin } = usePlatform()
  const [made, setMade] = useState<string>()
  const { form, isSending, onSubmit } = useRulesForm({
    rules,
    initial: { name: '', scopes: [] as string[] },
    isEmptied: true,
    async send(key) {
      setMade(await make.mutateAsync(key))
    },
  })
  return (
    <Paper withBorder radius="lg" className={classes.part} component="section" aria-label="New key">
      <form noValidate onSubmit={onSubmit}>
        <Stack gap={16}>
          <Text c="dimmed" fz="sm">
            A key lets a program of yours read leads and products, or write products, without an account: a
            shop, a CRM or a spreadsheet. A key stops working when you revoke it, or when the person who made
            it is no longer an administrator.{' '}
            <Anchor href={`${siteOrigin}/api/v1/openapi.json`} target="_blank" rel="noreferrer" fz="sm">
              API reference (OpenAPI)
            </Anchor>
          </Text>
          <TextInput
            label="Name"
            required
            maw={420}
            placeholder="Lead sheet"
            description="The program that will use it."
            autoComplete="off"
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <Checkbox.Group label="Rights" required key={form.key('scopes')} {...form.getInputProps('scopes')}>
            <Stack gap={10} mt={6} mb={4}>
              {rights.map(({ value, label, hint }) => (
                <Checkbox key={value} value={value} label={label} description={hint} />
              ))}
            </Stack>
          </Checkbox.Group>
          <div>
            <SubmitButton label="Make key" isSending={isSending} sending="Making..." />
          </div>
        </Stack>
      </form>
      {made !== undefined && (
        <ShownOnce
          title="New API key"
          label="Key"
          value={made}
          hint="Your program sends it with each request, in the header “Authorization: Bearer”."
          onClose={() => setMade(undefined)}
        />
      )}
    </Paper>
  )
}

const columns: readonly Column<ApiKey>[] = [
  { header: 'Name', cell: ({ name }) => name, look: 'name' },
  {
    header: 'Rights',
    cell: ({ scopes }) =>
      rights.flatMap(({ value, label }) => (scopes.includes(value) ? [label] : [])).join(', '),
  },
  { header: 'Key', cell: ({ prefix }) => <code>{prefix}…</code>, look: 'quiet', width: '128px' },
  { header: 'Made', cell: (key) => <Made apiKey={key} />, look: 'quiet' },
  {
    header: 'Last used',
    cell: ({ last_used_at: time }) => (time ? momentFormat.format(new Date(time)) : 'Never'),
    look: 'quiet',
    width: '190px',
  },
  { header: 'Actions', cell: (key) => <Revoke apiKey={key} />, width: '180px' },
]

function Made({ apiKey: { created_at: time, made_by: person } }: { readonly apiKey: ApiKey }) {
  return (
    <span className={classes.wrapped}>
      {dayFormat.format(new Date(time))} by {person}
    </span>
  )
}

/** The button that revokes a key, or the reason why it has ended. */
function Revoke({ apiKey }: { readonly apiKey: ApiKey }) {
  const platform = usePlatform()
  const revoke = useMutation(revokingApiKey(useBackend()))
  const isBusy = useIsMutating() > 0
  const { id, name, works, revoked_at: revokedAt, revoked_by: by } = apiKey
  if (revokedAt !== null) {
    const when = dayFormat.format(new Date(revokedAt))
    return (
      <span className={classes.wrapped}>
        Revoked on {when} by {by}
      </span>
    )
  }
  async function ask() {
    const question = `Revoke the key “${name}”? Programs that use it lose access at once.`
    if (await platform.confirm(question, { action: 'Revoke' })) revoke.mutate(id)
  }
  return (
    <Group gap={8}>
      {!works && (
        <span className={classes.wrapped}>
          Inactive: the person who made it is no longer an administrator
        </span>
      )}
      <RowButton label="Revoke" of={name} disabled={isBusy} onClick={() => void ask()} />
    </Group>
  )
}
