import { Button, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import type { CachedLeads } from '../../data/cached-leads.ts'
import { usePlatform } from '../../platform/platform.ts'
import classes from './lead-notices.module.css'

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

interface NewLeadsNoticeProps {
  readonly count: number
  /** Leads the way to them where the page that is shown is another; undefined where they are in sight. */
  readonly onShow: (() => void) | undefined
}

/** Says that leads have come in: aloud always, and in writing where they are not in sight. */
export function NewLeadsNotice({ count, onShow }: NewLeadsNoticeProps) {
  const words = count > 0 && `${count.toLocaleString()} new ${count === 1 ? 'lead' : 'leads'}`
  return (
    <>
      <VisuallyHidden aria-live="polite">{words}</VisuallyHidden>
      {words !== false && onShow !== undefined && (
        <div className={classes.notice}>
          {words}
          <Button variant="default" size="compact-sm" onClick={onShow}>
            Show
          </Button>
        </div>
      )}
    </>
  )
}
