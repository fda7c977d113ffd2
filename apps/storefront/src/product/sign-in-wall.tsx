import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'

import { useAuthDialog } from '../account/auth-dialog-provider.tsx'
import classes from './product-view.module.css'

/** What a visitor sees of every product beyond the preview, as of every address that is no product's. */
export function SignInWall({ heading: Heading = 'p' }: { readonly heading?: 'h1' | 'p' }) {
  const authDialog = useAuthDialog()
  return (
    <div className={classes.wall}>
      <IconLock size={32} aria-hidden />
      <Heading className={classes.wallTitle}>Sign in to view details</Heading>
      <Button size="md" {...authDialog}>
        Sign In
      </Button>
    </div>
  )
}
