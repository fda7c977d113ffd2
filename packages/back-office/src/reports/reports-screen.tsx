import { Anchor, NativeSelect, SimpleGrid, Stack, Tabs, Text } from '@mantine/core'
import type { ComponentType } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'

import { DayRange, isBackwards } from '../list/list-filters.tsx'
import { useListSearchParams } from '../list/list-views.ts'
import { ScreenHead } from '../screen/screen-head.tsx'
import {
  DemandReport,
  FunnelReport,
  GroupsReport,
  MostSeenReport,
  SearchesReport,
  VisitsReport,
} from './demand-reports.tsx'
import { type FiguresTab, HowCounted } from './how-counted.tsx'
import { MoneyReport, OpenReport, SourcesReport, TimesReport, WonReport } from './money-reports.tsx'
import { AnswersReport, OrdersReport, ReasonsReport, SeasonsReport } from './sales-reports.tsx'
import { daysOf, isPeriod, periodAddress, type PeriodProps, periods } from './period.ts'

/** The figures of a period (product.md, section 2, Figures). */
export function ReportsScreen() {
  const [period, show] = useListSearchParams(periodAddress)
  return (
    <>
      <ScreenHead title="Figures" subtitle="Counted without tracking anyone">
        <NativeSelect
          aria-label="Period"
          size="sm"
          value={period.name}
          data={Object.entries(periods).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) =>
            show(isPeriod(value) ? daysOf(value) : { ...period, name: 'own' })
          }
        />
        <DayRange range={period} onChange={(days) => show({ ...period, ...days, name: 'own' })} />
      </ScreenHead>
      {isBackwards(period) ? (
        <Text c="dimmed">From must not be after To. Choose another first or last day.</Text>
      ) : (
        <Reports period={period} />
      )}
    </>
  )
}

/** The content of each tab, in order. */
const tabs: readonly {
  readonly value: FiguresTab
  readonly text: string
  readonly Tab: ComponentType<PeriodProps>
}[] = [
  { value: 'sales', text: 'Sales', Tab: SalesTab },
  { value: 'demand', text: 'Demand', Tab: DemandTab },
  { value: 'website', text: 'Website', Tab: VisitsReport },
]

function Reports({ period }: PeriodProps) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const shown = tabs.find(({ value }) => pathname.endsWith(`/${value}`))?.value ?? 'sales'
  return (
    <Tabs
      value={shown}
      keepMounted={false}
      onChange={(value) => void navigate({ pathname: `/admin/figures/${value}`, search })}
    >
      <Tabs.List mb="md">
        {tabs.map(({ value, text }) => (
          <Tabs.Tab key={value} value={value}>
            {text}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, Tab }) => (
        <Tabs.Panel key={value} value={value}>
          <Stack gap={24}>
            <Tab period={period} />
            <HowCounted tab={value} />
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function SalesTab({ period }: PeriodProps) {
  return (
    <>
      <WonReport period={period} />
      <OpenReport />
      <MoneyReport period={period} />
      <SourcesReport period={period} />
      <Anchor component={Link} to="/admin/campaign-links" c="var(--gw-brand)" fw={600} mt={-12}>
        Short links and QR codes for campaigns
      </Anchor>
      <TimesReport period={period} />
      <OrdersReport period={period} />
      <AnswersReport period={period} />
      <ReasonsReport period={period} />
    </>
  )
}

function DemandTab({ period }: PeriodProps) {
  return (
    <>
      <FunnelReport period={period} />
      <GroupsReport period={period} />
      <MostSeenReport />
      <SearchesReport period={period} />
      <SimpleGrid
        minColWidth="min(100%, 400px)"
        autoFlow="auto-fit"
        spacing={24}
        style={{ alignItems: 'start' }}
      >
        <DemandReport />
      </SimpleGrid>
      <SeasonsReport />
    </>
  )
}
