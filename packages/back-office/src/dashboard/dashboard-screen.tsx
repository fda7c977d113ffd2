import { Anchor, Button, Flex, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { type Icon, IconBuildingFactory2, IconCategory, IconGift, IconInbox } from '@tabler/icons-react'
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router-dom'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import {
  type CountedTable,
  type DashboardCounts,
  dashboardCountsQuery,
  type LatestLead,
  latestLeadsQuery,
  mailPulseQuery,
} from './dashboard-query.ts'
import { leadCountQuery } from '../leads/lead-list.ts'
import { everyLead, filtersOf, type LeadSearch, leadsPath } from '../leads/lead-search.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { ListCard, ListEmpty, ListFailure, ListLoading } from '../list/list-card.tsx'
import { orderList } from '../orders/order-list-query.ts'
import { privacyPulseQuery } from '../privacy/privacy-requests.ts'
import { ForAdministrators, ScreenHead } from '../screen/screen-head.tsx'
import {
  overdueKindNames,
  overdueKinds,
  overdueSamplesQuery,
  sampleList,
} from '../samples/sample-list-query.ts'
import { quotationList } from '../quotations/quotation-list-query.ts'
import { QuotationTotalsCard, quotationTotalsQuery } from '../quotations/quotation-totals-card.tsx'
import { CatalogueHealthCard } from './catalogue-health.tsx'
import { DemoCard } from './demo-card.tsx'
import { FirstSteps } from './first-steps.tsx'
import { LeadFiguresCard } from './lead-figures.tsx'
import classes from './dashboard-screen.module.css'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { momentFormat } from '../screen/date-formats.ts'

/** What waits, counts and latest leads (product.md, section 2, Admin dashboard). */
export function DashboardScreen() {
  const backend = useBackend()
  const counts = useQuery(dashboardCountsQuery(backend))
  const leads = useQuery(latestLeadsQuery(backend))

  return (
    <>
      <ScreenHead title="Admin Dashboard" subtitle={`Welcome to the ${useSite().name} admin panel`} />
      {counts.isError ? (
        <DashboardFailure
          onRetry={() => {
            void counts.refetch()
            void leads.refetch()
          }}
        />
      ) : (
        <>
          <ForAdministrators instead={null}>
            <FirstSteps />
          </ForAdministrators>
          <WhatWaits />
          <ForAdministrators instead={null}>
            <MailTrouble />
            <DemoCard />
          </ForAdministrators>
          <CountCards counts={counts.data} />
          {counts.isPending ? (
            <ListLoading>Loading dashboard data...</ListLoading>
          ) : (
            <>
              <LatestLeads leads={leads} />
              <LeadFiguresCard />
              <QuotationTotalsCard />
              <CatalogueHealthCard />
            </>
          )}
        </>
      )}
    </>
  )
}

/** The open tasks: each number is that of its linked list. */
const waiting: readonly { readonly label: string; readonly shows: Partial<LeadSearch> }[] = [
  { label: 'Unanswered', shows: { unanswered: 'yes' } },
  { label: 'Overdue', shows: { due: 'overdue' } },
  { label: 'Due today', shows: { due: 'today' } },
  { label: 'Without owner', shows: { state: 'open', assigned: 'none' } },
  { label: 'E-mails not sent', shows: { mail: 'failed' } },
]

/** Leads that wait, as numbers with links to their lists. */
function WhatWaits() {
  const backend = useBackend()
  const counts = useQueries({
    queries: waiting.map(({ shows }) => leadCountQuery(backend, filtersOf({ ...everyLead, ...shows }))),
  })
  return (
    <SimpleGrid
      component="ul"
      className={classes.waiting}
      minColWidth={124}
      autoFlow="auto-fit"
      spacing={12}
      mb={16}
      aria-label="Waiting"
    >
      {waiting.map(({ label, shows }, index) => {
        const { data: count, isError } = counts[index] ?? {}
        return <Waiting key={label} label={label} to={leadsPath(shows)} count={count} isError={isError} />
      })}
      <QuotationWaits />
      <SampleWaits />
      <OrderWaits />
      <ForAdministrators instead={null}>
        <PrivacyWaits />
      </ForAdministrators>
    </SimpleGrid>
  )
}

const buyersAnswers = [
  { label: 'Change asked', state: 'change_asked' },
  { label: 'Declined', state: 'declined' },
  { label: 'Accepted, not yet answered', state: 'accepted' },
] as const

/** Quotations whose buyer has answered, and the seller has not. */
function QuotationWaits() {
  const { data, isError } = useQuery(quotationTotalsQuery(useBackend()))
  return buyersAnswers.map(({ label, state }) => (
    <Waiting
      key={state}
      label={label}
      to={quotationList.path({ state, unsettled: 'yes' })}
      count={data?.[state]}
      isError={isError}
    />
  ))
}

/** Samples by the reason why they are overdue, without empty kinds. */
function SampleWaits() {
  const { data } = useQuery(overdueSamplesQuery(useBackend()))
  return overdueKindNames.flatMap((overdue) => {
    const count = data?.filter((kinds) => kinds.includes(overdue)).length ?? 0
    return count === 0
      ? []
      : [
          <Waiting
            key={overdue}
            label={overdueKinds[overdue]}
            to={sampleList.path({ overdue })}
            count={count}
            isError={false}
          />,
        ]
  })
}

const waitingOrders = [
  { label: 'Late orders', due: 'late' },
  { label: 'Orders due this week', due: 'week' },
] as const

/** Orders that are late, or to be begun within seven days. */
function OrderWaits() {
  const backend = useBackend()
  const counts = useQueries({
    queries: waitingOrders.map(({ due }) => orderList.count(backend, { ...orderList.every, due })),
  })
  return waitingOrders.map(({ label, due }, index) => (
    <Waiting
      key={due}
      label={label}
      to={orderList.path({ due })}
      count={counts[index]?.data}
      isError={counts[index]?.isError}
    />
  ))
}

/** Requests about personal data that are open, and of them overdue. */
function PrivacyWaits() {
  const { data, isError } = useQuery(privacyPulseQuery(useBackend()))
  return (
    <>
      <Waiting label="Privacy requests" to="/admin/privacy" count={data?.open} isError={isError} />
      {data != null && data.overdue > 0 && (
        <Waiting
          label="Privacy requests overdue"
          to="/admin/privacy?state=overdue"
          count={data.overdue}
          isError={isError}
        />
      )}
    </>
  )
}

interface WaitingProps {
  readonly label: string
  readonly to: string
  /** Undefined while loading. */
  readonly count: number | undefined
  readonly isError: boolean | undefined
}

function Waiting({ label, to, count, isError }: WaitingProps) {
  return (
    <Paper
      component="li"
      className={classes.card}
      withBorder
      radius="lg"
      p={{ base: 16, md: 20 }}
      pos="relative"
      data-waits={count !== undefined && count > 0}
    >
      <Link to={to} className={classes.name}>
        {label}{' '}
        <strong>{isError === true ? 'could not be counted' : (count?.toLocaleString() ?? '\u00A0')}</strong>
      </Link>
    </Paper>
  )
}

interface CountCard {
  readonly table: CountedTable
  readonly label: string
  readonly icon: Icon
  readonly to: string
}

const cards: readonly CountCard[] = [
  { table: 'products', label: 'Products', icon: IconGift, to: '/admin/products' },
  { table: 'categories', label: 'Categories', icon: IconCategory, to: '/admin/categories' },
  { table: 'industry_tags', label: 'Industries', icon: IconBuildingFactory2, to: '/admin/industries' },
  { table: 'leads', label: 'Leads', icon: IconInbox, to: '/admin/leads' },
]

/** The counts with links to their screens; "..." while loading. */
function CountCards({ counts }: { readonly counts: DashboardCounts | undefined }) {
  const id = useId()
  return (
    <SimpleGrid component="dl" cols={{ base: 2, md: 4 }} spacing={{ base: 12, md: 16 }} mb={24}>
      {cards.map(({ table, label, icon: Icon, to }) => (
        <Paper
          key={table}
          className={classes.card}
          withBorder
          radius="lg"
          p={{ base: 16, md: 20 }}
          pos="relative"
        >
          <Flex component="dt" align="center" gap={8} c="dimmed" fz="sm" fw={600} id={`${id}${table}`}>
            <Icon size={18} stroke={1.7} aria-hidden />
            {label}
          </Flex>
          <Text component="dd" className={classes.count} ff="heading" fw={560} lh={1} mt={10} mb={12}>
            {counts === undefined ? '...' : counts[table].toLocaleString()}
          </Text>
          <dd>
            <Link to={to} className={classes.link} aria-describedby={`${id}${table}`}>
              View all
            </Link>
          </dd>
        </Paper>
      ))}
    </SimpleGrid>
  )
}

/** The newest leads, with links to them; the rest is on the Leads screen. */
function LatestLeads({ leads }: { readonly leads: UseQueryResult<readonly LatestLead[]> }) {
  return (
    <ListCard
      heading="Latest leads"
      foot={
        <Anchor component={Link} to="/admin/leads" c="var(--gw-brand)" size="sm" fw={600}>
          All leads
        </Anchor>
      }
    >
      {leads.isPending && <ListLoading />}
      {leads.isError && (
        <ListFailure onRetry={() => void leads.refetch()}>The latest leads could not be loaded.</ListFailure>
      )}
      {leads.data?.length === 0 && (
        <ListEmpty>Leads will appear here when customers submit inquiries.</ListEmpty>
      )}
      {leads.data !== undefined && leads.data.length > 0 && (
        <ul>
          {leads.data.map(({ id, name, company, created_at: createdAt }) => (
            <li key={id} className={classes.lead}>
              <Link to={`/admin/leads/${id}`} className={classes.name}>
                {name}
              </Link>
              <Text component="span" inherit c="dimmed" className={classes.company}>
                {company}
              </Text>
              <Text component="time" inherit c="dimmed" dateTime={createdAt}>
                {momentFormat.format(new Date(createdAt))}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </ListCard>
  )
}

/** Shown when all counts failed (product.md, section 8). */
function DashboardFailure({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Paper component="section" withBorder radius="lg" maw={560} p="lg" role="alert">
      <Title order={2} fz="xl">
        Error Loading Dashboard
      </Title>
      <Text c="dimmed" mt={8} mb="md">
        Unable to load dashboard statistics. Please check your connection and try again.
      </Text>
      <Button variant="default" size="sm" onClick={onRetry}>
        Retry
      </Button>
    </Paper>
  )
}

/** Stuck and failed e-mails, with advice; nothing while all are sent (product.md, section 2). */
function MailTrouble() {
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
          In the last 7 days {counted(pulse.failed, 'e-mail', 'e-mails')} could not be sent, the oldest of{' '}
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
          Waiting e-mails are sent automatically once this is fixed. To send failed ones, press “Try again” in
          their lead or quotation, or “Send again” for an invitation on the People screen.
        </Text>
      </details>
      <Anchor component={Link} to={leadsPath({ mail: 'failed' })} c="var(--gw-brand)" size="sm" fw={600}>
        Leads with an e-mail that was not sent
      </Anchor>
    </Paper>
  )
}

function shown(time: string | null): string {
  return time === null ? 'an unknown time' : momentFormat.format(new Date(time))
}
