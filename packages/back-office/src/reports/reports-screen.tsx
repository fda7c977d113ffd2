import { NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'

import { DayRange, isBackwards } from '../list/list-filters.tsx'
import { useListSearchParams } from '../list/list-views.ts'
import { ScreenHead } from '../screen/screen-head.tsx'
import {
  DemandReport,
  FunnelReport,
  GroupsReport,
  MostSeenReport,
  SearchesReport,
} from './demand-reports.tsx'
import { AnswersReport, ReasonsReport, SeasonsReport } from './sales-reports.tsx'
import { VitalsReport } from './vitals-report.tsx'
import { daysOf, isPeriod, periodAddress, type PeriodProps, periods } from './period.ts'

/** What is searched, seen, asked, quoted and won in a period (product.md, section 2, Figures). */
export function ReportsScreen() {
  const [period, show] = useListSearchParams(periodAddress)
  return (
    <>
      <ScreenHead
        title="Figures"
        subtitle="Searches, views, inquiries, quotations and orders, counted without tracking anyone"
      >
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

function Reports({ period }: PeriodProps) {
  return (
    <Stack gap={24}>
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
        <ReasonsReport period={period} />
      </SimpleGrid>
      <AnswersReport period={period} />
      <SeasonsReport />
      <VitalsReport period={period} />
    </Stack>
  )
}
