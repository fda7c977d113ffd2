import { Anchor, Badge, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { dayText } from '@giftwell/shared/kernel/india-time.ts'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import type { Row } from '@giftwell/shared/kernel/table.ts'
import { leadStates } from '../leads/lead-handling.ts'
import { leadsPath } from '../leads/lead-search.ts'
import { ListState } from '../list/list-card.tsx'
import { quotationList } from '../quotations/quotation-list-query.ts'
import { quotationStates } from '../quotations/quotation-requests.ts'
import { useEditing } from '../record/use-record-actions.ts'
import { dayFormat } from '../screen/date-formats.ts'
import { ScreenHead } from '../screen/screen-head.tsx'
import { useNames } from '../staff/administrators.ts'
import { HandOverDialog } from '../people/hand-over-dialog.tsx'
import { CompanyDialog } from './company-dialog.tsx'
import {
  addingToTeam,
  type CompanyDetails,
  companyQuery,
  joiningCompany,
  partingCompanies,
} from './company-requests.ts'
import { RowButton, HeadLink } from '../screen/buttons.tsx'
import { Part } from '../screen/part.tsx'

/** A company: its people, their inquiries and orders, and the next step (product.md, section 2, Companies). */
export function CompanyPage({ id }: { readonly id: string }) {
  const read = useQuery(companyQuery(useBackend(), id))
  if (read.data === undefined)
    return (
      <>
        <ScreenHead title="Company" />
        <ListState list={read} />
      </>
    )
  return <Company details={read.data} />
}

function Company({ details }: { readonly details: CompanyDetails }) {
  const { company, leads, quotations, states, bought, people } = details
  const isOnline = useIsOnline()
  const editing = useEditing<Row<'companies'>>()
  const [isHandingOver, setHandingOver] = useState(false)
  const won = states.find(({ state }) => state === 'accepted')
  return (
    <>
      <ScreenHead
        title={company.name}
        subtitle={won === undefined ? 'Nothing bought yet' : `Bought for ${rupees(won.paise)}`}
      >
        <HeadLink to="/admin/companies" icon={<IconArrowLeft size={18} stroke={1.7} aria-hidden />}>
          All companies
        </HeadLink>
        <Button variant="default" size="sm" disabled={!isOnline} onClick={() => setHandingOver(true)}>
          Hand over
        </Button>
        <Button variant="default" size="sm" disabled={!isOnline} onClick={() => editing.edit(company)}>
          Edit
        </Button>
      </ScreenHead>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" style={{ alignItems: 'start' }}>
        <Stack gap="md">
          <Part title="Details">
            <Facts details={details} />
          </Part>
          <Part title={`People (${people.length})`}>
            <People details={details} />
          </Part>
          {details.merged.length > 0 && (
            <Part title="Merged companies">
              <Merged details={details} />
            </Part>
          )}
        </Stack>
        <Stack gap="md">
          <Part
            title="Leads"
            more={
              <Anchor component={Link} fz="sm" to={leadsPath({ company: company.id })}>
                All leads
              </Anchor>
            }
          >
            {leads.length === 0 && <Text c="dimmed">No inquiries yet.</Text>}
            <ul className="divided">
              {leads.map((lead) => (
                <Line
                  key={lead.id}
                  to={`/admin/leads/${lead.id}`}
                  text={`${lead.reference}, ${lead.name}`}
                  beside={dayFormat.format(new Date(lead.created_at))}
                  state={leadStates[lead.state]}
                />
              ))}
            </ul>
          </Part>
          <Part
            title="Quotations"
            more={
              <Anchor component={Link} fz="sm" to={quotationList.path({ company: company.id })}>
                All quotations
              </Anchor>
            }
          >
            {quotations.length === 0 && <Text c="dimmed">No quotations yet.</Text>}
            {states.length > 0 && (
              <Group gap="4px 16px" mb={8} fz="sm" c="dimmed">
                {states.map(({ state, count, paise }) => (
                  <span key={state} className="tabular">
                    {`${quotationStates[state]}: ${count}, ${rupees(paise)}`}
                  </span>
                ))}
              </Group>
            )}
            <ul className="divided">
              {quotations.map((quotation) => (
                <Line
                  key={quotation.id}
                  to={`/admin/quotations/${quotation.id}`}
                  text={quotation.number ?? 'Draft'}
                  beside={rupees(quotation.total_paise)}
                  state={quotationStates[quotation.state]}
                />
              ))}
            </ul>
          </Part>
          <Part title="Bought in the last twelve months">
            {bought.length === 0 && <Text c="dimmed">Nothing.</Text>}
            <ul className="divided">
              {bought.map(({ name, quantity, paise, on }) => (
                <Group component="li" key={name} justify="space-between" gap="4px 16px" fz="sm">
                  <span>{`${quantity.toLocaleString()} × ${name}`}</span>
                  <Text
                    span
                    inherit
                    c="dimmed"
                    className="tabular"
                  >{`${rupees(paise)}, ${dayText(on)}`}</Text>
                </Group>
              ))}
            </ul>
          </Part>
        </Stack>
      </SimpleGrid>
      <CompanyDialog editing={editing} />
      {isHandingOver && (
        <HandOverDialog work={{ companies: [company.id] }} onClose={() => setHandingOver(false)} />
      )}
    </>
  )
}

interface LineProps {
  readonly to: string
  readonly text: string
  readonly beside: string
  readonly state: string
}

function Line({ to, text, beside, state }: LineProps) {
  return (
    <Group component="li" justify="space-between" gap="4px 16px" fz="sm">
      <Anchor component={Link} inherit to={to}>
        {text}
      </Anchor>
      <Group gap={12}>
        <Text span inherit c="dimmed" className="tabular">
          {beside}
        </Text>
        <Badge variant="light" tt="none">
          {state}
        </Badge>
      </Group>
    </Group>
  )
}

const gstinKinds: Readonly<Record<string, string>> = {
  taxpayer: 'a taxpayer',
  tax_deductor: 'a tax deductor',
  tax_collector: 'a tax collector',
  department: 'a government department',
  non_resident: 'a non-resident',
  online_services: 'online services from abroad',
  uin: 'a UN body or embassy',
}

function Facts({ details: { company, gstin_kind: kind } }: { readonly details: CompanyDetails }) {
  const nameOf = useNames()
  const owner = company.owner_id === null ? 'No owner' : (nameOf(company.owner_id) ?? 'A former colleague')
  const next = [company.next_step, company.next_on === null ? null : dayText(company.next_on)]
  const facts = {
    'Next step': next.filter(Boolean).join(', ') || 'Nothing planned',
    Owner: owner,
    GSTIN:
      company.gstin && `${company.gstin}, ${kind === null ? 'check it' : `of ${gstinKinds[kind] ?? kind}`}`,
    'Billing address': company.billing_address,
    'E-mail domains': company.domains.join(', '),
    Terms: company.terms,
    Notes: company.note,
  }
  return (
    <Stack component="dl" gap={10}>
      {Object.entries(facts).map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <Text component="dt" c="dimmed" size="sm" fw={500}>
                {name}
              </Text>
              <Text component="dd" className="typed-text">
                {value}
              </Text>
            </div>
          ),
      )}
    </Stack>
  )
}

function People({ details }: { readonly details: CompanyDetails }) {
  const { company, people } = details
  const joining = useMutation(joiningCompany(useBackend(), company.id))
  const isOnline = useIsOnline()
  if (people.length === 0) return <Text c="dimmed">No one yet.</Text>
  return (
    <ul className="divided">
      {people.map((person) => (
        <Group component="li" key={person.id} justify="space-between" gap="4px 16px" fz="sm">
          <span>
            <Text span inherit fw={550}>
              {[person.name ?? person.email, person.designation].filter(Boolean).join(', ')}
            </Text>
            <Text c="dimmed" size="sm" style={{ overflowWrap: 'anywhere' }}>
              <a href={`mailto:${person.email}`}>{person.email}</a>
              {person.phone !== null && `, ${person.phone}`}
            </Text>
          </span>
          <Group gap={8}>
            <Sharing person={person} teams={details.teams ?? []} />
            <RowButton
              label="Remove"
              of={person.name ?? person.email}
              disabled={!isOnline || joining.isPending}
              onClick={() => joining.mutate({ people: [person.id] })}
            />
          </Group>
        </Group>
      ))}
    </ul>
  )
}

interface SharingProps {
  readonly person: CompanyDetails['people'][number]
  /** The domains at which people of the company share. */
  readonly teams: readonly string[]
}

/** A person's colleagues who share inquiries: those of the same domain automatically, others by a press. */
function Sharing({
  person: { id, name, email, shares_at: domain, is_added, can_share },
  teams,
}: SharingProps) {
  const adding = useMutation(addingToTeam(useBackend()))
  const isOnline = useIsOnline()
  const press = (label: string, to: string | null) => (
    <RowButton
      label={label}
      key={label}
      aria-label={`${label}: ${name ?? email}`}
      disabled={!isOnline || adding.isPending}
      onClick={() => adding.mutate({ contact: id, domain: to })}
    />
  )
  if (domain != null)
    return (
      <>
        <Text span inherit c="dimmed">
          Shares with {domain}
        </Text>
        {is_added && press('Stop sharing', null)}
      </>
    )
  if (!can_share) return null
  const others = teams.filter((team) => !email.toLowerCase().endsWith(`@${team}`))
  return others.map((team) => press(`Allow sharing with ${team}`, team))
}

function Merged({ details: { merged } }: { readonly details: CompanyDetails }) {
  const parting = useMutation(partingCompanies(useBackend()))
  return (
    <ul className="divided">
      {merged.map(({ id, name }) => (
        <Group component="li" key={id} justify="space-between" gap="4px 16px" fz="sm">
          <span>{name}</span>
          <RowButton
            label="Undo"
            aria-label={`Undo the merge of ${name}`}
            disabled={parting.isPending}
            onClick={() => parting.mutate([id])}
          />
        </Group>
      ))}
    </ul>
  )
}
