import { Button, Group, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBell, IconMessages } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useQuery, useQueryClient } from '@tanstack/react-query'

import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { below, from } from '@giftwell/shared/ui/breakpoints.ts'
import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useIsOnline, useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { focusElement, focusTarget } from '@giftwell/shared/ui/focus-element.ts'
import { CachedNotice, NotCachedNotice, notice } from '../list/cached-list.tsx'
import { useListView, useListSearchParams } from '../list/list-views.ts'
import { NoneFound, RecordList } from '../list/record-list.tsx'
import { ScreenHead } from '../screen/screen-head.tsx'
import { useListPage } from '../list/use-list-page.ts'
import { useListLayout } from '../list/use-list-layout.ts'
import { useSelection } from '../list/selection-bar.tsx'
import { ExportButton, LeadSelection, LeadTools } from './lead-tools.tsx'
import { leadColumns } from './lead-columns.tsx'
import {
  type Lead,
  type LeadOrder,
  leadOrders,
  type LeadFilters,
  newestLeadTimeQuery,
  newLeadCountQuery,
} from './lead-list.ts'
import { LeadPage } from './lead-page.tsx'
import { everyLead, filtersOf, isNarrowed, leadAddress } from './lead-search.ts'
import { useLeadSource } from './lead-source.ts'
import { useOpenLead } from './use-open-lead.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'

const listParams = Object.keys(leadAddress.write(everyLead))

/** The list of leads with search, filters and export, and one of them as a page (product.md, section 2, Leads). */
export function LeadsScreen() {
  const list = useListSearchParams(leadAddress)
  const [search, show] = list
  const filters = filtersOf(search)
  const listing = { filters, order: search.order }
  const { column, ascending } = leadOrders[search.order]
  const { source, cached } = useLeadSource()
  const newLeads = useNewLeads(filters)
  const { since } = newLeads
  const page = useListPage<Lead>({
    listKey: JSON.stringify(search),
    column,
    page: (position) => ({
      ...source.page(listing, position),
      enabled: cached !== undefined || since !== undefined,
    }),
    count: source.count(filters),
  })
  const { rows, total, pager } = page
  const selection = useSelection({
    listKey: JSON.stringify(filters),
    page: rows?.map(({ id }) => id) ?? [],
    total,
  })
  const isOnline = useIsOnline()
  const { isAdmin } = useAuth()
  const opened = useOpenLead(source, page)
  const { frame, note } = useListPlace(opened.isOpened)
  function open(lead: Lead) {
    note()
    opened.open(lead)
  }
  useLeadsSeen()
  const isPhone = useMediaQuery(below('sm'), undefined, { getInitialValueInEffect: false })
  const [view] = useListView()
  const isTight = useMediaQuery(from('sm')) && view.rows === 'compact'
  const columns = leadColumns({ onOpen: open, isTight })
  const layout = useListLayout('leads', columns, listParams)
  const listError = rows === undefined ? page.error : null
  const error = cached === undefined ? (newLeads.error ?? listError) : listError
  const hasRows = rows !== undefined && rows.length > 0
  // New leads are on the first page, or on the last one in the oldest-first order.
  const isOnOtherPage =
    search.order === 'oldest' ? pager.hasNext : search.order !== 'newest' || pager.hasPrevious
  const toNewest =
    column === 'created_at'
      ? ascending
        ? pager.onLast
        : pager.onFirst
      : () => show({ ...search, order: 'newest' })
  const actions = (
    <>
      {isAdmin && (
        <Button
          component={Link}
          to="/admin/settings"
          variant="subtle"
          size="sm"
          px={12}
          leftSection={<IconBell size={18} aria-hidden />}
        >
          Notices by e-mail
        </Button>
      )}
      <Button
        component={Link}
        to="/admin/reply-templates"
        variant="subtle"
        size="sm"
        px={12}
        leftSection={<IconMessages size={18} aria-hidden />}
      >
        Reply templates
      </Button>
      <ExportButton source={source} listing={listing} total={total} />
    </>
  )

  return (
    <>
      <LeadPage open={opened} total={total} />
      {/* It stays as it is while one of its leads is open. */}
      <div ref={frame} hidden={opened.isOpened}>
        {!opened.isOpened && (
          <ScreenHead title="Leads" subtitle="Manage and view customer inquiries">
            {!isPhone && actions}
          </ScreenHead>
        )}
        <RecordList
          label="Leads"
          heading="All Leads"
          list={{ ...page, error, retry: newLeads.error ? newLeads.retry : page.retry }}
          columns={layout.shown}
          layout={layout}
          tools={<LeadTools list={list} />}
          notices={
            <>
              <CachedNotice
                readAt={cached?.readAt}
                {...(cached?.isWhole === false && { stored: cached.leads, many: 'leads' })}
              />
              <NewLeadsNotice
                count={newLeads.count}
                onShow={hasRows && isOnOtherPage ? toNewest : undefined}
              />
            </>
          }
          empty={
            isNarrowed(search) ? (
              <NoneFound
                many="leads"
                by="search and dates"
                onClear={() => show({ ...everyLead, order: search.order })}
              />
            ) : (
              'No leads found yet. Leads will appear here when customers submit inquiries.'
            )
          }
          onOpen={open}
          opensPage
          hasTwoLines
          nameOf={({ name }) => name}
          {...(isOnline && { selection })}
          sorting={{
            by: column,
            ascending,
            onSort: (by, isUp) => show({ ...search, order: orderBy(by, isUp) }),
          }}
        >
          <LeadSelection selection={selection} filters={filters} />
        </RecordList>
        {isPhone && <Group mt="md">{actions}</Group>}
        <NotCachedNotice many="Leads" />
      </div>
    </>
  )
}

/** The order of a column head. */
function orderBy(by: string, isUp: boolean): LeadOrder {
  if (by === 'created_at') return isUp ? 'oldest' : 'newest'
  return `${by}-${isUp ? 'up' : 'down'}` as LeadOrder // of a column that sorts
}

/** Returns to where the list was scrolled to, and to the row that was opened, when its lead is left. */
function useListPlace(isAway: boolean) {
  const frame = useRef<HTMLDivElement>(null)
  const position = useRef<{ readonly page: number; readonly rows: number; readonly opener: Element | null }>(
    null,
  )
  const rows = () => frame.current?.querySelector('[role=region]')
  const wasAway = useRef(isAway)
  const restore = useEffectEvent(() => {
    const { page = 0, rows: top = 0, opener = null } = position.current ?? {}
    const list = rows()
    if (list) list.scrollTop = top
    window.scrollTo({ top: page, behavior: 'instant' })
    const target = opener === null || opener === document.body ? null : focusTarget(opener)
    focusElement(target?.isConnected === true ? target : document.querySelector('main h1'))
  })
  useLayoutEffect(() => {
    if (wasAway.current && !isAway) restore()
    wasAway.current = isAway
  }, [isAway])
  return {
    frame,
    /** Before a lead is opened. */
    note() {
      position.current = {
        page: window.scrollY,
        rows: rows()?.scrollTop ?? 0,
        opener: document.activeElement,
      }
    },
  }
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

/** The leads that arrived after the screen was opened. */
export interface NewLeads {
  /** The `created_at` of the newest lead at that time; undefined while loading, when no list is fetched. */
  readonly since: string | undefined
  /** The number of newer leads in the list. */
  readonly count: number
  readonly error: Error | null
  readonly retry: () => void
}

/** Counts new leads, which `useLeadPulse` notices, and invalidates the lists when some arrive. */
function useNewLeads(filters: LeadFilters): NewLeads {
  const backend = useBackend()
  const client = useQueryClient()
  const isOnline = useIsOnline()
  const opening = useQuery(newestLeadTimeQuery(backend))
  const since = opening.data
  const arrived = useQuery({
    ...newLeadCountQuery(backend, { ...filters, since: since ?? '' }),
    enabled: since !== undefined && isOnline,
  })
  const count = arrived.data ?? 0

  useEffect(() => {
    if (count === 0) return
    for (const list of ['page', 'count']) void client.invalidateQueries({ queryKey: ['leads', list] })
  }, [client, count])

  return { since, count, error: opening.error, retry: () => void opening.refetch() }
}

interface NewLeadsNoticeProps {
  readonly count: number
  /** Shows the page with the new leads; undefined when it is visible. */
  readonly onShow: (() => void) | undefined
}

/** Announces new leads to screen readers, and visibly while another page is shown. */
function NewLeadsNotice({ count, onShow }: NewLeadsNoticeProps) {
  const words = count > 0 && counted(count, 'new lead')
  return (
    <>
      <VisuallyHidden aria-live="polite">{words}</VisuallyHidden>
      {words !== false && onShow !== undefined && (
        <Group className="line-below" justify="center" gap={12} {...notice}>
          {words}
          <Button variant="default" size="compact-sm" onClick={onShow}>
            Show
          </Button>
        </Group>
      )}
    </>
  )
}
