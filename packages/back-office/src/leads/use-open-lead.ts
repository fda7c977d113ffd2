import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { type Lead, leadQuery } from './lead-list.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import type { ListPage } from '../list/use-list-page.ts'

/** The lead of the page, and its neighbours in the list. */
export interface OpenLead {
  /** Undefined before it is read. */
  readonly lead: Lead | undefined
  readonly isOpened: boolean
  /** Its position in the list, from 1; undefined when the page of the list does not have it. */
  readonly ordinal: number | undefined
  readonly open: (lead: Lead) => void
  readonly close: () => void
  readonly toPrevious: (() => void) | undefined
  readonly toNext: (() => void) | undefined
}

/** The key of the history entry's state that says which list is the entry before, by its search. */
const fromList = 'fromList'

/**
 * The lead of the address, `/admin/leads/ID`, or the lead that it was merged into. The browser's Back closes it; a
 * missing lead shows a toast. At the ends of a page its neighbour is on the next or previous page, to which the
 * list turns.
 *
 * @param stored the leads to read offline
 */
export function useOpenLead(
  { rows: leads = [], pager }: Pick<ListPage<Lead>, 'rows' | 'pager'>,
  stored: readonly Lead[] | undefined,
): OpenLead {
  const { lead: id } = useParams()
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const [lead, setLead] = useState<Lead>()
  const index = leads.findIndex((listed) => listed.id === id)
  const query = useQuery({
    ...leadQuery(useBackend(), id ?? ''),
    enabled: id !== undefined && index < 0 && stored === undefined,
  })
  const read =
    stored === undefined ? query : { data: stored.find((one) => one.id === id) ?? null, error: null }
  const current = leads[index] ?? (id === undefined ? undefined : read.data)
  if (current && current !== lead && current.id === id) setLead(current)
  const isOpened = id !== undefined && lead?.id === id
  /** Which lead to open of the page that the list turns to: its first one or its last one. */
  const turning = useRef<0 | -1>(undefined)

  function close() {
    turning.current = undefined
    if (recordOf(state)[fromList] === search) void navigate(-1)
    else void navigate(`/admin/leads${search}`, { replace: true, state })
  }
  useErrorToast(isOpened ? undefined : read.error?.message, 'Error opening lead', close)
  useErrorToast(
    id !== undefined && !isOpened && read.data === null ? 'It may have been deleted.' : undefined,
    'Lead not found',
    close,
  )

  function open(next: Lead) {
    turning.current = undefined
    const options = isOpened
      ? { replace: true, state }
      : { state: { ...recordOf(state), [fromList]: search } }
    void navigate(`/admin/leads/${next.id}${search}`, options)
  }

  const standing = isOpened ? (lead?.lead_handling?.merged_into ?? null) : null
  const follow = useEffectEvent((other: string) => {
    void navigate(`/admin/leads/${other}${search}`, { replace: true, state })
  })
  useEffect(() => {
    if (standing !== null) follow(standing)
  }, [standing])

  function turn(to: 0 | -1, go: () => void) {
    if (turning.current !== undefined) return
    turning.current = to
    go()
  }

  const enter = useEffectEvent((page: readonly Lead[]) => {
    const next = turning.current === undefined || index >= 0 ? undefined : page.at(turning.current)
    if (isOpened && next !== undefined) open(next)
  })
  useEffect(() => enter(leads), [leads])

  function neighbour(step: 1 | -1, canTurn: boolean, go: () => void) {
    const next = leads[index + step]
    if (index < 0) return undefined
    if (next !== undefined) return () => open(next)
    return canTurn ? () => turn(step === 1 ? 0 : -1, go) : undefined
  }

  return {
    lead,
    isOpened,
    ordinal: index < 0 ? undefined : pager.first + index + 1,
    open,
    close,
    toPrevious: neighbour(-1, pager.hasPrevious, pager.onPrevious),
    toNext: neighbour(1, pager.hasNext, pager.onNext),
  }
}

/** Says in a toast why the lead cannot be opened, and closes it. */
function useErrorToast(reason: string | undefined, title: string, close: () => void): void {
  const toasts = useToasts()
  const refuse = useEffectEvent((description: string) => {
    toasts.show({ title, description, variant: 'destructive' })
    close()
  })
  useEffect(() => {
    if (reason !== undefined) refuse(reason)
  }, [reason])
}
