import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'

import type { Lead } from '../../data/lead-list.ts'
import type { LeadSource } from '../../data/lead-source.ts'
import { useToasts } from '../../ui/toasts/toasts.ts'

/** The lead in the dialog, and its neighbours on the page. */
export interface OpenLead {
  /** Stays while the dialog closes; undefined before the first one. */
  readonly lead: Lead | undefined
  readonly isOpened: boolean
  /** Its position among `count` leads, from 1; undefined when it is on another page. */
  readonly place: number | undefined
  readonly count: number
  readonly open: (lead: Lead) => void
  readonly close: () => void
  readonly toPrevious: (() => void) | undefined
  readonly toNext: (() => void) | undefined
  /** Whether a lead was opened since the screen was opened. */
  readonly wasSeen: (lead: Lead) => boolean
}

/** The key of the history entry's state that says that the list is the entry before. */
const fromList = 'isFromList'

/**
 * The lead of the address, `/admin/leads/ID`. The browser's Back closes it; a lead that no longer exists shows a toast.
 *
 * @param leads the page of the list
 */
export function useOpenLead(source: LeadSource, leads: readonly Lead[]): OpenLead {
  const { lead: id } = useParams()
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const [lead, setLead] = useState<Lead>()
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const index = leads.findIndex((listed) => listed.id === id)
  const read = useQuery({ ...source.one(id ?? ''), enabled: id !== undefined && id !== lead?.id })
  const current = leads[index] ?? (id === undefined ? undefined : read.data)
  if (current && current !== lead && current.id === id) {
    setLead(current)
    setSeen(new Set(seen).add(current.id))
  }
  const isOpened = id !== undefined && lead?.id === id

  function close() {
    if (Object(state)[fromList] === true) void navigate(-1)
    else void navigate(`/admin/leads${search}`, { replace: true, state })
  }
  useRefusal(isOpened ? undefined : read.error?.message, 'Error opening lead', close)
  useRefusal(
    !isOpened && read.data === null ? 'It may have been deleted.' : undefined,
    'Lead not found',
    close,
  )

  function open(next: Lead) {
    const options = isOpened ? { replace: true, state } : { state: { ...Object(state), [fromList]: true } }
    void navigate(`/admin/leads/${next.id}${search}`, options)
  }
  const openerOf = (neighbour: Lead | undefined) =>
    neighbour === undefined || index < 0 ? undefined : () => open(neighbour)

  return {
    lead,
    isOpened,
    place: index < 0 ? undefined : index + 1,
    count: leads.length,
    open,
    close,
    toPrevious: openerOf(leads[index - 1]),
    toNext: openerOf(leads[index + 1]),
    wasSeen: ({ id: asked }) => seen.has(asked),
  }
}

/** Says in a toast why the lead cannot be opened, and closes it. */
function useRefusal(reason: string | undefined, title: string, close: () => void): void {
  const toasts = useToasts()
  const refuse = useEffectEvent((description: string) => {
    toasts.show({ title, description, variant: 'destructive' })
    close()
  })
  useEffect(() => {
    if (reason !== undefined) refuse(reason)
  }, [reason])
}
