import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'

import { AppError, errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { dayText, momentText } from '@giftwell/shared/kernel/india-time.ts'
import { ListCard, ListState } from '../list/list-card.tsx'
import { useFieldValue } from '../record/fields.tsx'
import { useUnsavedGuard } from '@giftwell/shared/app/unsaved-guard.tsx'
import { useRulesForm } from '@giftwell/shared/ui/use-rules-form.ts'
import { type Retention, retentionQuery, savingRetention, wouldBeDueQuery } from './privacy-requests.ts'

/** The label of a kind of data, and the start of its days. */
const kinds: Readonly<
  Record<string, { readonly title: string; readonly from: string; readonly note?: string }>
> = {
  unanswered: {
    title: 'Unanswered leads',
    from: 'after they arrived',
    note: 'Includes withdrawn leads and spam. ',
  },
  lost: { title: 'Lost leads', from: 'after they were lost' },
  won: { title: 'Won leads', from: 'after they were won' },
  searches: { title: 'Words of searches', from: 'after they were last searched' },
  logs: { title: 'History of records', from: 'after the change' },
  mail_files: { title: 'Files of sent e-mails', from: 'after they were sent' },
  access_log: { title: 'Access log', from: 'after the access' },
}

/** The retention of each kind of data, with the number and time of the next purge. */
export function RetentionTab() {
  const list = useQuery(retentionQuery(useBackend()))
  return (
    <ListCard heading="How long data is stored">
      <ListState list={list} />
      {list.data?.map((row) => (
        // A saved row begins anew.
        <RetentionRow key={`${row.kind} ${row.days} ${row.warns}`} row={row} />
      ))}
    </ListCard>
  )
}

/** The records due of a kind, and the time. */
function stateText({ days, due_now: due, next_on: next, last_run_at: lastRun }: Retention): string {
  if (days === null) return 'They stay until you erase them.'
  const parts = [
    due === null ? 'Deleted by the server every hour.' : `${due.toLocaleString()} due now.`,
    next !== null && `Next on ${dayText(next)}.`,
    lastRun === null ? 'Not carried out yet.' : `Last carried out on ${momentText(lastRun)}.`,
  ]
  return parts.filter(Boolean).join(' ')
}

/** The longest retention, in days. */
const longest = 36_500

const retentionForm = z.object({
  days: z
    .string()
    .trim()
    .refine(
      (days) =>
        days === '' || (Number.isInteger(Number(days)) && Number(days) >= 1 && Number(days) <= longest),
      {
        message: `Enter whole days from 1 to ${longest.toLocaleString()}, or leave it empty for never`,
      },
    ),
  warns: z.boolean(),
})

function RetentionRow({ row }: { readonly row: Retention }) {
  const { kind } = row
  const { title = kind, from = '', note } = kinds[kind] ?? {}
  const backend = useBackend()
  const client = useQueryClient()
  const platform = usePlatform()
  const save = useMutation(savingRetention(backend))
  const initial = { days: String(row.days ?? ''), warns: row.warns }
  const { form, onSubmit } = useRulesForm({ rules: retentionForm, initial, send: askAndSave })
  useUnsavedGuard({ isUnsaved: form.isDirty })
  const [days, warns] = [useFieldValue(form, 'days'), useFieldValue(form, 'warns')]
  const isDirty = days.trim() !== initial.days || warns !== initial.warns
  const isOfLeads = ['unanswered', 'lost', 'won'].includes(kind)

  async function askAndSave(saved: typeof initial) {
    const number = saved.days === '' ? null : Number(saved.days)
    if (number !== null) {
      const count = await client.query(wouldBeDueQuery(backend, kind, number)).catch((problem: unknown) => {
        throw new AppError('unexpected', errorMessage(problem), { field: 'days' })
      })
      const what =
        count === 0
          ? 'Nothing is that old now.'
          : `${counted(count, 'is', 'are')} that old now and will be erased at the next run${saved.warns ? ', 48 hours after a notice' : ''}.`
      const question = `Erase ${title.toLowerCase()} ${counted(number, 'day')} ${from}? ${what}`
      if (!(await platform.confirm(question, { action: 'Save' }))) return false
    }
    await save.mutateAsync({ kind, days: number, warns: saved.warns })
    return true
  }

  return (
    <form noValidate onSubmit={onSubmit}>
      <Group
        className="line-below"
        role="group"
        aria-label={title}
        gap="8px 24px"
        px="md"
        py={14}
        align="flex-start"
      >
        <Stack gap={2} flex="1 1 240px">
          <Text fw={600}>{title}</Text>
          <Text c="dimmed" size="sm">
            {note}
            {stateText(row)}
          </Text>
        </Stack>
        <TextInput
          key={form.key('days')}
          label={`Days ${from}`}
          aria-label={`Days of ${title}`}
          placeholder="Never"
          inputMode="numeric"
          size="sm"
          w={260}
          {...form.getInputProps('days')}
        />
        {isOfLeads && (
          <Checkbox
            key={form.key('warns')}
            mt={{ sm: 30 }}
            label="Notice 48 hours before"
            aria-label={`Notice 48 hours before, ${title}`}
            {...form.getInputProps('warns', { type: 'checkbox' })}
          />
        )}
        <Button
          type="submit"
          size="sm"
          mt={{ sm: 24 }}
          variant={isDirty ? 'filled' : 'default'}
          aria-label={`Save ${title}`}
          loading={save.isPending}
          disabled={!isDirty}
        >
          Save
        </Button>
      </Group>
    </form>
  )
}
