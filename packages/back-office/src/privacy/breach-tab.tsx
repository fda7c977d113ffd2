import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import '@giftwell/shared/ui/print.css'

import { Button, Checkbox, Group, Paper, SimpleGrid, Stack, Text, TextInput, Textarea } from '@mantine/core'
import { useClipboard, useInterval, useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'

import { counted } from '@giftwell/shared/kernel/counted.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import { legalHints, noLegalAdvice } from '@giftwell/shared/legal/legal-hints.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import type { Column } from '../list/column-head.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { RecordList } from '../list/record-list.tsx'
import { SearchField } from '../list/list-card.tsx'
import { useWholeList } from '../list/use-whole-list.ts'
import { useDialogEntry } from '../record/use-dialog-entry.ts'
import { LegalNote } from '../screen/legal-note.tsx'
import { type AffectedPerson, affectedPeopleQuery, type BreachWindow } from './privacy-requests.ts'
import { momentFormat } from '../screen/date-formats.ts'

/** What the Board asks for, in the order of its sheet. */
const boardFields = {
  nature: 'Nature',
  extent: 'Extent',
  timing: 'Timing',
  location: 'Location',
  consequences: 'Consequences',
  measures: 'Measures',
  contact: 'Contact',
} as const

/** Where personal data is stored. */
const tables = {
  leads: 'Leads',
  accounts: 'Accounts',
  quotations: 'Quotations',
  outbox: 'E-mails',
  access_log: 'Access log',
} as const

const text = z.string().catch('')
const draftForm = z.object({
  since: text,
  until: text,
  knownSince: text,
  tables: z.array(z.string()).catch(['leads']),
  letter: text,
  ...(Object.fromEntries(Object.keys(boardFields).map((name) => [name, text])) as Record<
    keyof typeof boardFields,
    typeof text
  >), // the fields of the Board
})
type Draft = z.infer<typeof draftForm>

/** What is written of a breach stays in this browser, so that it outlives the hours that handling one takes. */
function useDraft() {
  return useLocalStorage<Draft>({
    key: 'giftwell-breach',
    defaultValue: draftForm.parse({}),
    deserialize: (stored) => draftForm.parse(recordOf(parseJson(stored ?? ''))),
    getInitialValueInEffect: false,
  })
}

/** A local date and time of a field as an instant; null when it is none. */
function instantOf(local: string): Date | null {
  const moment = new Date(local)
  return Number.isNaN(moment.getTime()) ? null : moment
}

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
  draft: Draft,
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
What may follow for you: {consequences}
What we have done, and what you can do: {measures}

For questions: {contact}

{site}`

/** Who is affected by a breach, a text for each of them, and the sheet for the Board with its clock. */
export function BreachTab() {
  const [draft, setDraft, clear] = useDraft()
  const [searched, setSearched] = useState<BreachWindow>()
  const [problem, setProblem] = useState<string>()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const affected = useQuery({
    ...affectedPeopleQuery(useBackend(), searched ?? { since: '', until: '', tables: [] }),
    enabled: searched !== undefined,
  })
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const field = (name: keyof Draft) => ({
    value: String(draft[name]),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      change({ [name]: value }),
  })

  function find() {
    const [since, until] = [instantOf(draft.since), instantOf(draft.until)]
    const fault =
      since === null || until === null
        ? 'Enter when it began and ended.'
        : until <= since
          ? 'It ends before it begins.'
          : draft.tables.length === 0
            ? 'Choose at least one kind of data.'
            : undefined
    setProblem(fault)
    if (fault === undefined && since && until)
      setSearched({ since: since.toISOString(), until: until.toISOString(), tables: draft.tables })
  }
  // The sheet has the fields as they are now.
  const isCounted =
    searched?.since === instantOf(draft.since)?.toISOString() &&
    searched?.until === instantOf(draft.until)?.toISOString() &&
    searched?.tables.join() === draft.tables.join()

  return (
    <Stack gap="lg">
      <Clock knownSince={draft.knownSince} />
      <Paper component="section" withBorder radius="lg" p="md" aria-label="What is affected">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            find()
          }}
        >
          <Stack gap={14}>
            <SimpleGrid minColWidth={200} autoFlow="auto-fit" spacing={12}>
              <TextInput type="datetime-local" label="Known since" {...field('knownSince')} />
              <TextInput type="datetime-local" label="From" {...field('since')} />
              <TextInput type="datetime-local" label="To" {...field('until')} />
            </SimpleGrid>
            <Checkbox.Group
              label="Kinds of data"
              value={draft.tables}
              onChange={(chosen) => change({ tables: chosen })}
            >
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
              <Button type="submit">Find who is affected</Button>
            </Group>
          </Stack>
        </form>
      </Paper>
      {searched !== undefined && <Affected read={affected} draft={draft} />}
      <Paper component="section" withBorder radius="lg" p="md" aria-label="Report">
        <Stack gap={14}>
          <SimpleGrid minColWidth={280} autoFlow="auto-fit" spacing={14}>
            {Object.entries(boardFields).map(([name, label]) => (
              <Textarea
                key={name}
                label={label}
                rows={3}
                resize="vertical"
                {...field(name as keyof Draft)} // a field of the Board
              />
            ))}
          </SimpleGrid>
          <Textarea
            label="Text for each person"
            description="{name}, {data}, {site} and the fields above in braces, such as {measures}, are filled in."
            rows={12}
            resize="vertical"
            placeholder={standardLetter}
            {...field('letter')}
          />
          <Group gap={8}>
            <Button onClick={() => setSheetOpen(true)}>Sheet for the Board</Button>
            <Button variant="default" onClick={clear}>
              Clear everything
            </Button>
          </Group>
          <Text c="dimmed" size="sm">
            What you write here stays in this browser until you clear it.
          </Text>
          <LegalNote hint={legalHints.breaches} />
          <Text fz="xs" c="dimmed">
            {noLegalAdvice}
          </Text>
        </Stack>
      </Paper>
      {isSheetOpen && (
        <Sheet
          draft={draft}
          people={isCounted ? affected.data?.length : undefined}
          onClose={() => setSheetOpen(false)}
        />
      )}
    </Stack>
  )
}

function Clock({ knownSince }: { readonly knownSince: string }) {
  const [now, setNow] = useState(() => new Date())
  useInterval(() => setNow(new Date()), 60_000, { autoInvoke: true })
  const since = instantOf(knownSince)
  return (
    <Text role="timer" aria-label="72-hour clock" fw={600} className="tabular">
      {since === null
        ? 'Enter since when the breach is known: the 72 hours to report it begin then.'
        : clockText(since, now)}
    </Text>
  )
}

interface AffectedProps {
  readonly read: Parameters<typeof useWholeList<AffectedPerson>>[0]
  readonly draft: Draft
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
        <CopyText
          name={`Copy text for ${person.email}`}
          label="Copy text"
          text={letterTo(person, draft, site)}
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
              { header: 'Text', cell: (person) => letterTo(person, draft, site) },
            ]}
            read={({ at }) => Promise.resolve(at === 'first' ? matching : [])}
            total={list.total}
          />
        </>
      }
      empty="No one has data in this time and these kinds."
    />
  )
}

interface CopyTextProps {
  readonly name?: string
  readonly label: string
  readonly text: string
}

function CopyText({ name, label, text: copied }: CopyTextProps) {
  const clipboard = useClipboard({ timeout: 2000 })
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={clipboard.copied ? undefined : name}
      onClick={() => clipboard.copy(copied)}
    >
      {clipboard.copied ? 'Copied' : clipboard.error ? 'Could not copy' : label}
    </Button>
  )
}

interface SheetProps {
  readonly draft: Draft
  /** How many people are affected; undefined before they are counted. */
  readonly people: number | undefined
  readonly onClose: () => void
}

/** What the Board asks for, on one sheet, which prints alone. */
function Sheet({ draft, people, onClose }: SheetProps) {
  const { close } = useDialogEntry({ opened: true, onClose })
  const timeOf = (local: string) => {
    const time = instantOf(local)
    return time === null ? '-' : momentFormat.format(time)
  }
  const rows = [
    ['Known since', timeOf(draft.knownSince)],
    ['Affected time', `${timeOf(draft.since)} to ${timeOf(draft.until)}`],
    ['Affected data', draft.tables.map(tableText).join(', ') || '-'],
    ['Affected people', people === undefined ? 'not counted yet' : people.toLocaleString()],
    ...Object.entries(boardFields).map(([name, label]) => [
      label,
      draft[name as keyof typeof boardFields] || '-',
    ]), // its own keys
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
        <CopyText label="Copy" text={rows.map(([label, value]) => `${label}: ${value}`).join('\n')} />
      </Group>
    </Dialog>
  )
}
