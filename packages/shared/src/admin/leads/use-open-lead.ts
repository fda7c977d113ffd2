import { useState } from 'react'

import type { Lead } from '../../data/lead-list.ts'

/** The lead in the dialog, and its neighbours on the page. */
export interface OpenLead {
  /** Stays while the dialog closes; undefined before the first one. */
  readonly lead: Lead | undefined
  readonly isOpened: boolean
  /** Its position among `count` leads, from 1; undefined after it moved to another page. */
  readonly place: number | undefined
  readonly count: number
  readonly open: (lead: Lead) => void
  readonly close: () => void
  readonly toPrevious: (() => void) | undefined
  readonly toNext: (() => void) | undefined
  /** Whether a lead was opened since the screen was opened. */
  readonly wasSeen: (lead: Lead) => boolean
}

export function useOpenLead(leads: readonly Lead[]): OpenLead {
  const [lead, setLead] = useState<Lead>()
  const [isOpened, setOpened] = useState(false)
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const index = leads.findIndex(({ id }) => id === lead?.id)

  function open(next: Lead) {
    setLead(next)
    setOpened(true)
    setSeen((before) => new Set(before).add(next.id))
  }
  const openerOf = (neighbour: Lead | undefined) =>
    neighbour === undefined || index < 0 ? undefined : () => open(neighbour)

  return {
    lead,
    isOpened,
    place: index < 0 ? undefined : index + 1,
    count: leads.length,
    open,
    close: () => setOpened(false),
    toPrevious: openerOf(leads[index - 1]),
    toNext: openerOf(leads[index + 1]),
    wasSeen: ({ id }) => seen.has(id),
  }
}
