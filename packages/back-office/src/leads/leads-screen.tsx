import { Button, Group, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBell, IconMessages, IconPackage } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'

import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { below, from } from '@giftwell/shared/ui/breakpoints.ts'
import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useIsOnline, useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { focusElement, focusTarget } from '@giftwell/shared/ui/focus-element.ts'
import { notice } from '../list/cached-list.tsx'
import { useListView } from '../list/list-views.ts'
import { type LongList, LongListScreen, readFrom, useLongList } from '../list/long-list-screen.tsx'
import { useListLayout } from '../list/use-list-layout.ts'
import {
  ExportButton,
  LeadBulkActions,
  leadExport,
  LeadFilterChips,
  LeadFilterFields,
} from './lead-tools.tsx'
import { leadColumns } from './lead-columns.tsx'
import {
  type Lead,
  leadCountQuery,
  type LeadFilters,
  type LeadOrder,
  leadOrders,
  leadPageQuery,
  newestLeadTimeQuery,
  newLeadCountQuery,
} from './lead-list.ts'
import { LeadPage } from './lead-page.tsx'
import { everyLead, filtersOf, leadAddress, type LeadSearch } from './lead-search.ts'
import { storedLeads } from './stored-leads.ts'
import { useOpenLead } from './use-open-lead.ts'
import { HeadLink } from '../screen/buttons.tsx'
import { counted } from '@giftwell/shared/kernel/counted.ts'

const listParams = Object.keys(leadAddress.write(everyLead))

const leadList: LongList<Lead, LeadSearch, Lead> = {
  label: { one: 'lead', many: 'Leads' },
  address: leadAddress,
  every: everyLead,
  orderOf: ({ order }) => leadOrders[order],
  sort: (search, by, ascending) => ({ ...search, order: orderBy(by, ascending) }),
  page: (backend, search, position) =>
    leadPageQuery(backend, { filters: filtersOf(search), order: search.order }, position),
  count: (backend, search) => leadCountQuery(backend, filtersOf(search)),
  stored: { list: storedLeads, rowOf: (lead) => lead },
}

/** The list of leads with search, filters and export, and one of them as a page (product.md, section 2, Leads). */
export function LeadsScreen() {
  const backend = useBackend()
  const { isAdmin } = useAuth()
  const newest = useQuery(newestLeadTimeQuery(backend))
  const shown = useLongList(leadList, { enabled: newest.data !== undefined, isCounted: true })
  const { listing: search, rows, total, pager, stored, matching, selection } = shown
  const filters = filtersOf(search)
  const newLeads = useNewLeadCount(filters, newest.data)
  const opened = useOpenLead(shown, stored?.rows)
  const { frame, note } = useListPlace(opened.isOpened)
  function open(lead: Lead) {
    note()
    opened.open(lead)
  }
  useLeadsSeen()
  const isPhone = useMediaQuery(below('sm'), undefined, { getInitialValueInEffect: false })
  const [view] = useListView()
  const isTight = useMediaQuery(from('sm')) && view.rows === 'compact'
  const layout = useListLayout('leads', leadColumns({ onOpen: open, isTight }), listParams)
  const { column, ascending } = leadOrders[search.order]
  // New leads are on the first page, or on the last one in the oldest-first order.
  const isOnOtherPage =
    search.order === 'oldest' ? pager.hasNext : search.order !== 'newest' || pager.hasPrevious
  const toNewest =
    column === 'created_at'
      ? ascending
        ? pager.onLast
        : pager.onFirst
      : () => shown.show({ ...search, order: 'newest' })
  const actions = (
    <>
      {isAdmin && (
        <HeadLink to="/admin/settings/e-mails#notice_emails" icon={<IconBell size={18} aria-hidden />}>
          Notices by e-mail
        </HeadLink>
      )}
      <HeadLink to="/admin/samples" icon={<IconPackage size={18} aria-hidden />}>
        Samples
      </HeadLink>
      <HeadLink to="/admin/reply-templates" icon={<IconMessages size={18} aria-hidden />}>
        Reply templates
      </HeadLink>
      <ExportButton
        list={{
          ...leadExport(backend, { filters, order: search.order }),
          ...(matching && { read: readFrom(matching) }),
        }}
        total={total}
      />
    </>
  )

  return (
    <>
      <LeadPage open={opened} total={total} />
      {/* It stays as it is while one of its leads is open. */}
      <div ref={frame} hidden={opened.isOpened}>
        <LongListScreen
          list={leadList}
          shown={shown}
          title={opened.isOpened ? undefined : 'Leads'}
          subtitle="Manage and view customer inquiries"
          head={!isPhone && actions}
          columns={layout}
          fields={<LeadFilterFields listing={search} show={shown.show} />}
          filters={<LeadFilterChips listing={search} show={shown.show} />}
          failure={
            stored === undefined && newest.error
              ? { error: newest.error, retry: () => void newest.refetch() }
              : undefined
          }
          notices={
            <NewLeadsNotice
              count={newLeads}
              onShow={rows !== undefined && rows.length > 0 && isOnOtherPage ? toNewest : undefined}
            />
          }
          narrowedBy="search and dates"
          empty="No leads found yet. Leads will appear here when customers submit inquiries."
          onOpen={open}
          opensPage
          hasTwoLines
          nameOf={({ name }) => name}
          bulk={<LeadBulkActions selection={selection} filters={filters} />}
        />
        {isPhone && <Group mt="md">{actions}</Group>}
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

/** Counts the leads that came since a time, which `useLeadPulse` notices, and invalidates the lists when some come. */
function useNewLeadCount(filters: LeadFilters, since: string | undefined): number {
  const client = useQueryClient()
  const isOnline = useIsOnline()
  const { data: count = 0 } = useQuery({
    ...newLeadCountQuery(useBackend(), { ...filters, since: since ?? '' }),
    enabled: since !== undefined && isOnline,
  })
  useEffect(() => {
    if (count === 0) return
    for (const list of ['page', 'count']) void client.invalidateQueries({ queryKey: ['leads', list] })
  }, [client, count])
  return count
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
