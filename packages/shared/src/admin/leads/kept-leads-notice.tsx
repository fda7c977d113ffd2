import { useQuery } from '@tanstack/react-query'

import type { CachedLeads } from '../../data/cached-leads.ts'
import { usePlatform } from '../../platform/platform.ts'
import classes from './kept-leads-notice.module.css'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Says of what time the leads are that are shown without a network, and whether there were more. */
export function CachedLeadsNotice({ kept }: { readonly kept: CachedLeads | undefined }) {
  return (
    // There before its words are, so that they are read aloud.
    <div aria-live="polite">
      {kept !== undefined && (
        <p className={classes.offline}>
          <span>
            Offline: as of <time dateTime={kept.readAt}>{moment.format(new Date(kept.readAt))}</time>
          </span>
          {!kept.isWhole && <span>Only the newest {kept.leads.length.toLocaleString()} leads are kept.</span>}
        </p>
      )}
    </div>
  )
}

/** Says that leads are not readable without a network where the system cannot encrypt what would be kept. */
export function NotCachedNotice() {
  const { offlineStorage } = usePlatform()
  const { data: isLasting } = useQuery({
    queryKey: ['offline storage', 'is lasting'],
    enabled: offlineStorage !== null,
    staleTime: Infinity,
    queryFn: () => offlineStorage?.isLasting() ?? null,
  })
  if (isLasting !== false) return null
  return (
    <p className={classes.nothing}>
      Leads are not kept on this computer for reading offline, because the system offers no encryption.
    </p>
  )
}
