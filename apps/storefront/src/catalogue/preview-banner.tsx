import { focusPlace } from '@giftwell/shared/ui/focus-place.ts'
import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'

import { useAuthDialog } from '../account/auth-dialog-provider.tsx'
import classes from './preview-banner.module.css'

/** Tells anonymous visitors that they see a preview; dismissed until the page is opened again (product.md, section 2). */
export function PreviewBanner() {
  const authDialog = useAuthDialog()
  const [isDismissed, setDismissed] = useState(false)
  if (isDismissed) return null
  return (
    <aside className={classes.root} aria-label="Preview">
      <div className={classes.words}>
        <strong>Viewing limited preview</strong>
        <span className={classes.text}>Sign in to see all 3000+ products</span>
      </div>
      <Button size="compact-md" color="marigold.5" {...authDialog}>
        View All
      </Button>
      <button
        type="button"
        aria-label="Dismiss"
        className={classes.close}
        onClick={() => {
          focusPlace(document.getElementById('results'))
          setDismissed(true)
        }}
      >
        <IconX size={18} aria-hidden />
      </button>
    </aside>
  )
}
