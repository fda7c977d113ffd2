import { Button, VisuallyHidden } from '@mantine/core'

import classes from './new-leads-notice.module.css'

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
