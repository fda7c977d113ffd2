import { Button, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'

import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { counted, plural } from '@giftwell/shared/kernel/counted.ts'
import { dayText } from '@giftwell/shared/kernel/india-time.ts'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import { type Column, createdColumn } from '../list/column-head.tsx'
import { DayRange, type FiltersProps } from '../list/list-filters.tsx'
import { LongListScreen, type ShownList, useLongList } from '../list/long-list-screen.tsx'
import { useListLayout } from '../list/use-list-layout.ts'
import { ActionDialog } from '../record/action-dialog.tsx'
import { useEditing } from '../record/use-record-actions.ts'
import { OwnerFilter, OwnerName } from '../staff/owner-filter.tsx'
import { HandOverDialog } from '../people/hand-over-dialog.tsx'
import { CompanyDialog } from './company-dialog.tsx'
import { CompanyPage } from './company-page.tsx'
import {
  companyList,
  type CompanyRow,
  type CompanySearch,
  joiningCompany,
  type LookAlike,
  lookAlikesQuery,
  mergingCompanies,
} from './company-requests.ts'
import { RowButton } from '../screen/buttons.tsx'

/** The list of companies, or the one of the address (product.md, section 2, Companies). */
export function CompaniesScreen() {
  const { company } = useParams()
  return company === undefined ? <CompanyList /> : <CompanyPage key={company} id={company} />
}

const number = (value: number) => (
  <span className="tabular">{value === 0 ? '-' : value.toLocaleString()}</span>
)

const columns: readonly Column<CompanyRow>[] = [
  { header: 'Name', look: 'name', sortedBy: 'name', cell: ({ name }) => name },
  {
    header: 'People',
    width: '84px',
    cell: ({ people }) => number(people),
    text: ({ people }) => String(people),
  },
  {
    header: 'Open leads',
    width: '104px',
    cell: ({ open_leads: count }) => number(count),
    text: ({ open_leads: count }) => String(count),
  },
  {
    header: 'Open quotations',
    width: '140px',
    cell: ({ open_quotations: count }) => number(count),
    text: ({ open_quotations: count }) => String(count),
  },
  {
    header: 'Won',
    width: '150px',
    sortedBy: 'won',
    cell: ({ won_paise: paise }) => <span className="tabular">{paise === 0 ? '-' : rupees(paise)}</span>,
    text: ({ won_paise: paise }) => (paise / 100).toFixed(2),
  },
  {
    header: 'Owner',
    cell: ({ owner_email: owner }) => <OwnerName email={owner} />,
    text: ({ owner_email: owner }) => owner ?? '',
  },
  {
    header: 'Next step',
    width: '128px',
    sortedBy: 'next_on',
    cell: ({ next_on: day }) => (day === null ? '-' : dayText(day)),
    text: ({ next_on: day }) => day ?? '',
  },
  { header: 'GSTIN', isExtra: true, width: '172px', cell: ({ gstin }) => gstin ?? '-' },
  { header: 'Domains', isExtra: true, cell: ({ domains }) => domains.join(', ') || '-' },
  { ...createdColumn, sortedBy: 'created_at', isExtra: true },
]

/** The text below the name of a card, on phones. */
function cardOf({
  people,
  open_leads: leads,
  open_quotations: quotations,
  won_paise: won,
  next_on: day,
}: CompanyRow) {
  const parts = [
    counted(people, 'person', 'people'),
    leads > 0 && counted(leads, 'open lead'),
    quotations > 0 && counted(quotations, 'open quotation'),
    won > 0 && `${rupees(won)} won`,
    day !== null && `Next step on ${dayText(day)}`,
  ]
  return (
    <Text size="sm" c="dimmed">
      {parts.filter(Boolean).join(' · ')}
    </Text>
  )
}

function CompanyList() {
  const backend = useBackend()
  const navigate = useNavigate()
  const isOnline = useIsOnline()
  const shown = useLongList(companyList)
  const layout = useListLayout('companies', columns, companyList.params)
  const editing = useEditing<never>()
  const { listing } = shown
  return (
    <>
      <LongListScreen
        list={companyList}
        shown={shown}
        title="Companies"
        subtitle="Buyers and their open work"
        head={
          <Button leftSection={<IconPlus size={18} aria-hidden />} disabled={!isOnline} onClick={editing.add}>
            Add Company
          </Button>
        }
        columns={layout}
        fields={<CompanyFilters listing={listing} show={shown.show} />}
        exported={{
          columns: layout.shown,
          read: (position, options) => companyList.read(backend, listing, position, options),
        }}
        notices={isOnline && <LookAlikes />}
        empty="No companies yet. Inquiries and quotations add them."
        onOpen={({ id }) => void navigate(`/admin/companies/${id}`)}
        opensPage
        nameOf={({ name }) => name}
        card={cardOf}
        bulk={<CompanyBulkActions shown={shown} />}
      />
      <CompanyDialog editing={editing} />
    </>
  )
}

function CompanyFilters({ listing, show }: FiltersProps<CompanySearch>) {
  const { due = '' } = listing
  return (
    <>
      <OwnerFilter owner={listing.owner} none="No owner" onChange={(owner) => show({ ...listing, owner })} />
      <NativeSelect
        aria-label="Next step"
        size="sm"
        value={due}
        data={[
          { value: '', label: 'Any next step' },
          { value: 'yes', label: 'Due today or before' },
        ]}
        onChange={({ currentTarget: { value } }) =>
          show({ ...listing, due: value === 'yes' ? value : undefined })
        }
      />
      <DayRange range={listing} onChange={(range) => show({ ...listing, ...range })} />
    </>
  )
}

/** Merges the selected companies into one of them, or hands them over. */
function CompanyBulkActions({ shown }: { readonly shown: ShownList<CompanyRow, CompanySearch> }) {
  const merging = useMutation(mergingCompanies(useBackend()))
  const [dialog, setDialog] = useState<'merge' | 'hand over'>()
  const { selection, selectedRows } = shown
  const rows = selectedRows()
  const isWhole = selection.chosen !== 'all'
  const close = () => setDialog(undefined)
  return (
    <>
      <Button
        variant="default"
        size="sm"
        disabled={!isWhole || rows.length < 2 || rows.length > 20}
        onClick={() => setDialog('merge')}
      >
        Merge
      </Button>
      <Button variant="default" size="sm" disabled={!isWhole} onClick={() => setDialog('hand over')}>
        Hand over
      </Button>
      {dialog === 'merge' && (
        <ActionDialog
          action={{
            title: 'Merge companies',
            button: 'Merge',
            intro:
              'The company that stays takes over the people, leads and quotations of the others. This can be undone.',
            fields: [
              {
                name: 'company',
                label: 'Company to keep',
                initial: rows[0]?.id ?? '',
                choices: rows.map(({ id, name }) => ({ value: id, label: name })),
              },
            ],
            run: ({ company = '' }) =>
              merging
                .mutateAsync({ company, others: rows.map(({ id }) => id).filter((id) => id !== company) })
                .then(selection.finish),
          }}
          onClose={close}
        />
      )}
      {dialog === 'hand over' && (
        <HandOverDialog
          work={{ companies: rows.map(({ id }) => id) }}
          onClose={close}
          onDone={selection.finish}
        />
      )}
    </>
  )
}

/** The number of proposals shown before "Show all". */
const fewProposals = 3

/** Possible duplicates, each merged by a press. */
function LookAlikes() {
  const { data: proposals = [] } = useQuery(lookAlikesQuery(useBackend()))
  const [isWhole, setWhole] = useState(false)
  if (proposals.length === 0) return null
  const shown = isWhole ? proposals : proposals.slice(0, fewProposals)
  return (
    <Paper component="section" aria-label="Possible duplicates" p="md" bg="var(--gw-sunken)" radius={0}>
      <Title order={3} ff="text" fz="sm" fw={600} mb={8}>
        Possible duplicates
      </Title>
      <Stack gap={8}>
        {shown.map((proposal) => (
          <Proposal key={JSON.stringify(proposal)} proposal={proposal} />
        ))}
      </Stack>
      {shown.length < proposals.length && (
        <Button variant="subtle" size="compact-sm" mt={8} onClick={() => setWhole(true)}>
          Show all {proposals.length.toLocaleString()}
        </Button>
      )}
    </Paper>
  )
}

function Proposal({ proposal }: { readonly proposal: LookAlike }) {
  const backend = useBackend()
  const merging = useMutation(mergingCompanies(backend))
  const joining = useMutation(joiningCompany(backend))
  const { company, others, people, name } = proposal
  const written = [...new Set(people.map((person) => `“${person.company}”`))].join(', ')
  const what =
    people.length === 0
      ? [company, ...others].map((one) => one?.name).join(', ')
      : `${people.map(({ email }) => email).join(', ')} ${plural(people.length, 'writes', 'write')} ${written}`
  const accept = () => {
    if (people.length === 0 && company !== null)
      merging.mutate({ company: company.id, others: others.map(({ id }) => id) })
    else
      joining.mutate({
        people: people.map(({ id }) => id),
        ...(company === null ? { name: name ?? '' } : { company: company.id }),
      })
  }
  return (
    <Group justify="space-between" gap="4px 16px" fz="sm">
      <Text inherit flex={1} miw={220} style={{ overflowWrap: 'anywhere' }}>
        {what}
      </Text>
      <RowButton
        label={
          people.length === 0 ? 'Merge' : company === null ? `Create “${name}”` : `Add to ${company.name}`
        }
        disabled={merging.isPending || joining.isPending}
        aria-label={people.length === 0 ? `Merge ${what}` : undefined}
        onClick={accept}
      />
    </Group>
  )
}
