import '@giftwell/shared/ui/print.css'

import { Button, Checkbox, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import type { Row } from '@giftwell/shared/kernel/table.ts'
import { legalHints, noLegalAdvice } from '@giftwell/shared/legal/legal-hints.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import type { Column } from '../list/column-head.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { RecordList } from '../list/record-list.tsx'
import { SearchField } from '../list/list-card.tsx'
import { useWholeList } from '../list/use-whole-list.ts'
import { LongTextField, TextField } from '../record/fields.tsx'
import { RecordHistory } from '../record/record-history.tsx'
import { SingleRecord } from '../list/single-record.tsx'
import { useDialogEntry } from '../record/use-dialog-entry.ts'
import type { RecordForm } from '../record/use-record-form.ts'
import { momentFormat } from '../screen/date-formats.ts'
import { LegalNote } from '../screen/legal-note.tsx'
import {
  boardFields,
  boardNames,
  breaches,
  type BreachForm,
  dropFormerBreach,
  instantOf,
  newBreach,
} from './breach.ts'
import { type AffectedPerson, affectedPeopleQuery, type BreachWindow } from './privacy-requests.ts'
import { CopyButton } from '../screen/buttons.tsx'

/** Where personal data is stored. */
const tables = {
  leads: 'Leads',
  accounts: 'Accounts',
  quotations: 'Quotations',
  outbox: 'E-mails',
  access_log: 'Access log',
} as const

const hour = 3_600_000

/** The 72 hours after a breach is known, in words. */
export function clockText(knownSince: Date, now: Date): string {
  const end = new Date(knownSince.getTime() + 72 * hour)
  const left = Math.floor(Math.abs(end.getTime() - now.getTime()) / hour)
  const hours = counted(left, 'hour')
  return end < now
    ? `The report to the Board is overdue by ${hours}: it was due on ${momentFormat.format(end)}.`
    : `${hours} left: the report to the Board is due on ${momentFormat.format(end)}.`
}

/** The text to one person, filled in. */
function letterTo(
  person: Pick<AffectedPerson, 'email' | 'name' | 'tables'>,
  draft: BreachForm,
  site: string,
): string {
  const { tables: _tables, ...fields } = draft
  const known: Readonly<Record<string, string>> = {
    ...fields,
    site,
    name: person.name || person.email,
    data: person.tables.map((table) => tableText(table).toLowerCase()).join(', '),
  }
  return (draft.letter || standardLetter).replaceAll(/\{(\w+)\}/g, (whole, key: string) =>
    known[key] === undefined ? whole : known[key] === '' ? '-' : known[key],
  )
}

const tableText = (table: string) => tables[table as keyof typeof tables] ?? table

const standardLetter = `Dear {name},

data about you that {site} stores was affected by a breach.

What happened: {nature}
When: {timing}
Which data: {data}
Possible consequences for you: {consequences}
What we have done, and what you can do: {measures}

For questions: {contact}

{site}`

/**
 * The record of a breach, the affected people with a text for each, and the sheet for the Board with its clock.
 * All administrators see the saved record.
 */
export function BreachTab() {
  return (
    <SingleRecord entity={breaches} initial={newBreach()}>
      {(editing, row) => <Breach editing={editing} row={row} />}
    </SingleRecord>
  )
}

interface BreachProps {
  readonly editing: RecordForm<Row<'breaches'>, BreachForm>
  readonly row: Row<'breaches'> | undefined
}

function Breach({ editing, row }: BreachProps) {
  const { form, isSaving, submit } = editing
  const [searched, setSearched] = useState<BreachWindow>()
  const [problem, setProblem] = useState<string>()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const affected = useQuery({
    ...affectedPeopleQuery(useBackend(), searched ?? { since: '', until: '', tables: [] }),
    enabled: searched !== undefined,
  })
  useEffect(() => {
    if (row !== undefined) dropFormerBreach()
  }, [row])

  function find() {
    const { tables: kinds, ...draft } = form.getValues()
    const [since, until] = [instantOf(draft.since), instantOf(draft.until)]
    const fault =
      since === null || until === null
        ? 'Enter when it began and ended.'
        : until <= since
          ? 'It ends before it begins.'
          : kinds.length === 0
            ? 'Choose at least one kind of data.'
            : undefined
    setProblem(fault)
    if (fault === undefined && since && until)
      setSearched({ since: since.toISOString(), until: until.toISOString(), tables: kinds })
  }
  /** Whether the people were counted for the fields as they are now. */
  function isCounted(): boolean {
    const { since, until, tables: kinds } = form.getValues()
    return (
      searched?.since === instantOf(since)?.toISOString() &&
      searched?.until === instantOf(until)?.toISOString() &&
      searched?.tables.join() === kinds.join()
    )
  }

  return (
    <Stack gap="lg">
      <Clock form={form} />
      <Paper component="section" withBorder radius="lg" p="md" aria-label="Affected data">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            find()
          }}
        >
          <Stack gap={14}>
            <SimpleGrid minColWidth={200} autoFlow="auto-fit" spacing={12}>
              {(['known_since', 'since', 'until'] as const).map((name) => (
                <TextField
                  key={name}
                  form={form}
                  name={name}
                  label={breaches.fields[name] ?? ''}
                  type="datetime-local"
                />
              ))}
            </SimpleGrid>
            <Checkbox.Group key={form.key('tables')} label="Kinds of data" {...form.getInputProps('tables')}>
              <Group gap="8px 20px" mt={6}>
                {Object.entries(tables).map(([value, label]) => (
                  <Checkbox key={value} value={value} label={label} />
                ))}
              </Group>
            </Checkbox.Group>
            {problem !== undefined && (
              <Text role="alert" c="var(--mantine-color-error)">
                {problem}
              </Text>
            )}
            <Group gap={8}>
              <Button type="submit">Find affected people</Button>
            </Group>
          </Stack>
        </form>
      </Paper>
      {searched !== undefined && <Affected read={affected} draft={form.getValues} />}
      <Paper component="section" withBorder radius="lg" p="md" aria-label="Report">
        <form noValidate onSubmit={submit}>
          <Stack gap={14}>
            <SimpleGrid minColWidth={280} autoFlow="auto-fit" spacing={14}>
              {boardNames.map((name) => (
                <LongTextField key={name} form={form} name={name} label={boardFields[name]} />
              ))}
            </SimpleGrid>
            <LongTextField
              form={form}
              name="letter"
              label="Text for each person"
              hint="{name}, {data}, {site} and the fields above in braces, such as {measures}, are filled in."
              rows={12}
              placeholder={standardLetter}
            />
            <Group gap={8}>
              <Button type="submit" loading={isSaving}>
                Save
              </Button>
              <Button variant="default" onClick={() => setSheetOpen(true)}>
                Sheet for the Board
              </Button>
              <Button variant="default" onClick={() => form.setValues(breaches.empty)}>
                Clear everything
              </Button>
            </Group>
            <Text c="dimmed" size="sm">
              All administrators see what you save here.
            </Text>
            <LegalNote hint={legalHints.breaches} />
            <Text fz="xs" c="dimmed">
              {noLegalAdvice}
            </Text>
          </Stack>
        </form>
        {row !== undefined && (
          <RecordHistory
            entity={breaches}
            id={row.id}
            shown={undefined}
            disabled={isSaving}
            onRestore={editing.restore}
          />
        )}
      </Paper>
      {isSheetOpen && (
        <Sheet
          draft={form.getValues()}
          people={isCounted() ? affected.data?.length : undefined}
          onClose={() => setSheetOpen(false)}
        />
      )}
    </Stack>
  )
}

function Clock({ form }: Pick<RecordForm<Row<'breaches'>, BreachForm>, 'form'>) {
  const [now, setNow] = useState(() => new Date())
  useInterval(() => setNow(new Date()), 60_000, { autoInvoke: true })
  const [knownSince, setKnownSince] = useState(form.getValues().known_since)
  form.watch('known_since', ({ value }) => setKnownSince(value))
  const since = instantOf(knownSince)
  return (
    <Text role="timer" aria-label="72-hour clock" fw={600} className="tabular">
      {since === null
        ? 'Enter when the breach became known. The 72 hours to report it begin then.'
        : clockText(since, now)}
    </Text>
  )
}

interface AffectedProps {
  readonly read: Parameters<typeof useWholeList<AffectedPerson>>[0]
  /** The fields as they are when a text is copied or exported. */
  readonly draft: () => BreachForm
}

function Affected({ read, draft }: AffectedProps) {
  const site = useSite().name
  const columns: readonly Column<AffectedPerson>[] = [
    {
      header: 'E-mail',
      look: 'name',
      cell: ({ email }) => email,
      sortedBy: 'email',
      value: ({ email }) => email,
    },
    { header: 'Name', cell: ({ name }) => name || '-', sortedBy: 'name', value: ({ name }) => name },
    { header: 'Data', cell: (person) => person.tables.map(tableText).join(', ') },
    {
      header: 'Rows',
      width: '90px',
      cell: ({ rows }) => rows.toLocaleString(),
      sortedBy: 'rows',
      value: ({ rows }) => rows,
    },
    {
      header: 'Actions',
      width: '130px',
      cell: (person) => (
        <CopyButton
          variant="default"
          size="compact-sm"
          aria-label={`Copy text for ${person.email}`}
          label="Copy text"
          text={() => letterTo(person, draft(), site)}
        />
      ),
    },
  ]
  const { list, matching, search, onSearch, sorting } = useWholeList(read, columns, {
    column: 'email',
    ascending: true,
  })
  return (
    <RecordList
      label="Affected people"
      heading="Affected people"
      list={list}
      columns={columns}
      sorting={sorting}
      tools={
        <>
          <SearchField label="Search people" value={search} onSearch={onSearch} />
          <ExportButton<AffectedPerson>
            label={{ one: 'person', many: 'Affected people' }}
            columns={[
              ...columns.slice(0, -1),
              { header: 'Text', cell: (person) => letterTo(person, draft(), site) },
            ]}
            read={({ at }) => Promise.resolve(at === 'first' ? matching : [])}
            total={list.total}
          />
        </>
      }
      empty="No person has data of these kinds in this period."
    />
  )
}

interface SheetProps {
  readonly draft: BreachForm
  /** How many people are affected; undefined before they are counted. */
  readonly people: number | undefined
  readonly onClose: () => void
}

/** The Board's fields on one sheet, printed separately. */
function Sheet({ draft, people, onClose }: SheetProps) {
  const { close } = useDialogEntry({ opened: true, onClose })
  const timeOf = (local: string) => {
    const time = instantOf(local)
    return time === null ? '-' : momentFormat.format(time)
  }
  const rows = [
    ['Known since', timeOf(draft.known_since)],
    ['Affected time', `${timeOf(draft.since)} to ${timeOf(draft.until)}`],
    ['Affected data', draft.tables.map(tableText).join(', ') || '-'],
    ['Affected people', people === undefined ? 'not counted yet' : people.toLocaleString()],
    ...boardNames.map((name) => [boardFields[name], draft[name].trim() || '-']),
  ] as const
  return (
    <Dialog opened onClose={close} title="Personal data breach: report to the Board" size="720px">
      <Stack component="dl" gap={12} m={0}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <Text component="dt" inherit fw={600}>
              {label}
            </Text>
            <dd className="typed-text">{value}</dd>
          </div>
        ))}
      </Stack>
      <Group gap={8} mt="lg" className="no-print">
        <Button onClick={() => window.print()}>Print</Button>
        <CopyButton
          variant="default"
          size="compact-sm"
          text={() => rows.map(([label, value]) => `${label}: ${value}`).join('\n')}
        />
      </Group>
    </Dialog>
  )
}
