import { Button, Group, VisuallyHidden } from '@mantine/core'

import { counted } from '@giftwell/shared/kernel/counted.ts'
import { notice } from '../list/cached-list.tsx'

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
