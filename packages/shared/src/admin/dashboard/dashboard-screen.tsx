import { useQuery } from '@tanstack/react-query'

import { useBackend } from '../../data/backend-context.ts'
import { dashboardCountsQuery, latestLeadsQuery } from '../../data/dashboard.ts'
import { brand } from '../../domain/brand.ts'
import { ListLoading } from '../lists/list-notice.tsx'
import { ScreenHead } from '../lists/screen-head.tsx'
import { CountCards } from './count-cards.tsx'
import { DashboardFailure } from './dashboard-failure.tsx'
import { LatestLeads } from './latest-leads.tsx'

/** How much there is of everything, and who has asked last (specification, section 2, Admin dashboard). */
export function DashboardScreen() {
  const backend = useBackend()
  const counts = useQuery(dashboardCountsQuery(backend))
  const leads = useQuery(latestLeadsQuery(backend))

  return (
    <>
      <ScreenHead title="Admin Dashboard" subtitle={`Welcome to the ${brand.name} admin panel`} />
      {counts.isError ? (
        <DashboardFailure
          onRetry={() => {
            void counts.refetch()
            void leads.refetch()
          }}
        />
      ) : (
        <>
          <CountCards counts={counts.data} />
          {counts.isPending ? (
            <ListLoading>Loading dashboard data...</ListLoading>
          ) : (
            <LatestLeads leads={leads} />
          )}
        </>
      )}
    </>
  )
}
