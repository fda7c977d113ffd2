import { Button } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import type { ComponentProps } from 'react'

import classes from './account-menu.module.css'

/** The header's button of a signed-in visitor. */
export function AccountButton(props: ComponentProps<typeof Button<'button'>>) {
  return (
    <Button
      variant="subtle"
      leftSection={<IconUserCircle size={20} aria-hidden />}
      className={classes.account}
      aria-haspopup="menu"
      {...props}
    >
      Account
    </Button>
  )
}
