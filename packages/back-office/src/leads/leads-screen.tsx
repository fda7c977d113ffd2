import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconMessages } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'

import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { from } from '@giftwell/shared/ui/breakpoints.ts'
import { useListView } from '../list/list-views.ts'
import { RecordList } from '../list/record-list.tsx'
import { ScreenHead } from '../screen/screen-head.tsx'
import { useListPage } from '../list/use-list-page.ts'
import { useListLayout } from '../list/use-list-layout.ts'
import { useListSearchParams } from '../list/use-list-search-params.ts'
import { ExportButton } from './lead-export-button.tsx'
import { leadColumns } from './lead-columns.tsx'
import { LeadDialog } from './lead-dialog.tsx'
import { CachedLeadsNotice, NewLeadsNotice, NotCachedNotice } from './lead-notices.tsx'
import { everyLead, filtersOf, isNarrowed, leadAddress } from './lead-search.ts'
import { LeadTools } from './lead-tools.tsx'
import { useLeadSource } from './use-lead-source.ts'
import { useNewLeads } from './use-new-leads.ts'
import { useOpenLead } from './use-open-lead.ts'

const listParams = Object.keys(leadAddress.write(everyLead))

/** The list of leads with search, filters and export; the handling of one is stored beside it (product.md, section 2, Leads). */
export function LeadsScreen() {
  const list = useListSearchParams(leadAddress)
  const [search, show] = list
  const filters = filtersOf(search)
  const listing = { filters, order: search.order }
  const { source, cached } = useLeadSource()
  const newLeads = useNewLeads(filters)
  const { since } = newLeads
  const page = useListPage({
    listKey: JSON.stringify(search),
    column: 'created_at',
    page: (position) => ({
      ...source.page(listing, position),
      enabled: cached !== undefined || since !== undefined,
    }),
    count: source.count(filters),
  })
  const { rows, total, pager } = page
  const opened = useOpenLead(source, page)
  useLeadsSeen()
  const [view] = useListView()
  const isTight = useMediaQuery(from('sm')) && view.rows === 'compact'
  const columns = leadColumns({
    onOpen: opened.open,
    isTight,
    isNew: (lead) => lead.lead_openings?.length === 0 && !opened.wasSeen(lead),
  })
  const layout = useListLayout('leads', columns, listParams)
  const listError = rows === undefined ? page.error : null
  const error = cached === undefined ? (newLeads.error ?? listError) : listError
  const hasRows = rows !== undefined && rows.length > 0
  // New leads are on the first page, or on the last one in the oldest-first order.
  const isOnOtherPage = search.order === 'newest' ? pager.hasPrevious : pager.hasNext
  const toNewest = search.order === 'newest' ? pager.onFirst : pager.onLast

  return (
    <>
      <ScreenHead title="Leads" subtitle="Manage and view customer inquiries">
        <Button
          component={Link}
          to="/admin/reply-templates"
          variant="subtle"
          px={12}
          leftSection={<IconMessages size={18} aria-hidden />}
        >
          Reply templates
        </Button>
        <ExportButton source={source} listing={listing} total={total} />
      </ScreenHead>
      <RecordList
        label="Leads"
        heading="All Leads"
        list={{ ...page, error, retry: newLeads.error ? newLeads.retry : page.retry }}
        columns={layout.shown}
        layout={layout}
        tools={<LeadTools list={list} />}
        notices={
          <>
            <CachedLeadsNotice cached={cached} />
            <NewLeadsNotice count={newLeads.count} onShow={hasRows && isOnOtherPage ? toNewest : undefined} />
          </>
        }
        empty={
          <NoLeads
            isNarrowed={isNarrowed(search)}
            onClear={() => show({ ...everyLead, order: search.order })}
          />
        }
        onOpen={opened.open}
        sorting={{
          by: 'created_at',
          ascending: search.order === 'oldest',
          onSort: (_date, ascending) => show({ ...search, order: ascending ? 'oldest' : 'newest' }),
        }}
      />
      <NotCachedNotice />
      <LeadDialog open={opened} total={total} />
    </>
  )
}

function NoLeads(props: { readonly isNarrowed: boolean; readonly onClear: () => void }) {
  if (!props.isNarrowed) return 'No leads found yet. Leads will appear here when customers submit inquiries.'
  return (
    <>
      <p>No leads match your search and dates.</p>
      <Button variant="default" size="sm" onClick={props.onClear}>
        Clear search and dates
      </Button>
    </>
  )
}

/** Clears the system's notifications while the screen is visible. */
function useLeadsSeen(): void {
  const platform = usePlatform()
  useEffect(() => {
    const clear = () => {
      if (document.visibilityState === 'visible') platform.leadsSeen()
    }
    clear()
    document.addEventListener('visibilitychange', clear)
    return () => document.removeEventListener('visibilitychange', clear)
  }, [platform])
}
