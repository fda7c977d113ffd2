import { useState } from 'react'

import type { Lead } from '../../data/lead-list.ts'

/** The lead that is looked at, and its neighbours on the page of the list. */
export interface OpenLead {
  /** Stays while its dialog closes; undefined until one was opened. */
  readonly lead: Lead | undefined
  readonly isOpened: boolean
  /** Its place among `count` leads, from 1; undefined once it has moved to another page. */
  readonly place: number | undefined
  readonly count: number
  readonly open: (lead: Lead) => void
  readonly close: () => void
  readonly toPrevious: (() => void) | undefined
  readonly toNext: (() => void) | undefined
  /** Whether a lead was looked at since the screen was opened. */
  readonly wasSeen: (lead: Lead) => boolean
}

/** Opens leads one at a time. */
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
  const wayTo = (neighbour: Lead | undefined) =>
    neighbour === undefined || index < 0 ? undefined : () => open(neighbour)

  return {
    lead,
    isOpened,
    place: index < 0 ? undefined : index + 1,
    count: leads.length,
    open,
    close: () => setOpened(false),
    toPrevious: wayTo(leads[index - 1]),
    toNext: wayTo(leads[index + 1]),
    wasSeen: ({ id }) => seen.has(id),
  }
}
