import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'

import { useBackend } from '../../data/backend-context.ts'
import { leadsQuery } from '../../data/leads.ts'
import { brand } from '../../domain/brand.ts'
import classes from './leads-screen.module.css'
import { LeadsTable } from './leads-table.tsx'

/** The inquiries received, newest first (specification, section 2, Leads). */
export function LeadsScreen() {
  const leads = useInfiniteQuery(leadsQuery(useBackend()))
  const rows = leads.data?.pages.flatMap((page) => page.leads) ?? []
  return (
    <>
      <title>{`Leads · ${brand.name}`}</title>
      <header className={classes.head}>
        <div>
          <h1 className={classes.title}>Leads</h1>
          <p className={classes.subtitle}>Manage and view customer inquiries</p>
        </div>
        <Button variant="default" loading={leads.isRefetching} onClick={() => void leads.refetch()}>
          Refresh
        </Button>
      </header>
      {leads.isPending && <p role="status">Loading...</p>}
      {leads.isError && rows.length === 0 && (
        <div role="alert" className={classes.failure}>
          <p>Error loading leads: {leads.error.message}</p>
          <Button variant="default" onClick={() => void leads.refetch()}>
            Retry
          </Button>
        </div>
      )}
      {leads.isSuccess && rows.length === 0 && (
        <p className={classes.none}>
          No leads found yet. Leads will appear here when customers submit inquiries.
        </p>
      )}
      {rows.length > 0 && <LeadsTable leads={rows} />}
      {leads.hasNextPage && (
        <Button
          className={classes.more}
          variant="default"
          loading={leads.isFetchingNextPage}
          onClick={() => void leads.fetchNextPage()}
        >
          Show more leads
        </Button>
      )}
    </>
  )
}
