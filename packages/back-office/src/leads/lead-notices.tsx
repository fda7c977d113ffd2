import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import type { CachedLeads } from './cached-leads.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'

const notice = { bg: 'var(--gw-brand-ground)', fz: 'sm', fw: 550, px: 'md', py: 8 }
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Shows the age of the cached leads while offline, and whether they are incomplete. */
export function CachedLeadsNotice({ cached }: { readonly cached: CachedLeads | undefined }) {
  return (
    // Rendered before its text, so that screen readers announce it.
    <div aria-live="polite">
      {cached !== undefined && (
        <Group className="line-below" justify="center" gap="2px 16px" {...notice}>
          <span>
            Offline: as of <time dateTime={cached.readAt}>{moment.format(new Date(cached.readAt))}</time>
          </span>
          {!cached.isWhole && (
            <span>Only the newest {cached.leads.length.toLocaleString()} leads are stored.</span>
          )}
        </Group>
      )}
    </div>
  )
}

/** Shown where the system has no encryption and leads are therefore not cached. */
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
    <Text c="dimmed" fz="0.8125rem" ta="center" mt="md">
      Leads are not stored on this computer for reading offline, because the system offers no encryption.
    </Text>
  )
}

interface NewLeadsNoticeProps {
  readonly count: number
  /** Shows the page with the new leads; undefined when it is visible. */
  readonly onShow: (() => void) | undefined
}

/** Announces new leads to screen readers, and visibly while another page is shown. */
export function NewLeadsNotice({ count, onShow }: NewLeadsNoticeProps) {
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
