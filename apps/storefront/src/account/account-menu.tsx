import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { Button, Menu } from '@mantine/core'
import { IconLayoutDashboard, IconLogout, IconUserCircle } from '@tabler/icons-react'

import { Link } from 'react-router-dom'

import { useAuthDialog } from './auth-dialog-context.ts'
import classes from './account-menu.module.css'

/** Login for anonymous visitors; the account and its Sign Out for everybody else. Signing out stays on the page; its failure is said by `AuthProblemToast`. */
export function AccountMenu() {
  const { user, isAdmin, isSessionReady, signOut } = useAuth()
  const authDialog = useAuthDialog()

  if (!isSessionReady) return <span className={classes.pending} />
  if (user === null) return <Button onClick={authDialog.open}>Login</Button>

  return (
    <Menu position="bottom-end" width={240} shadow="md">
      <Menu.Target>
        <Button
          variant="subtle"
          leftSection={<IconUserCircle size={20} aria-hidden />}
          className={classes.account}
        >
          Account
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.email}>{user.email}</Menu.Label>
        {isAdmin && (
          <Menu.Item component={Link} to="/admin" leftSection={<IconLayoutDashboard size={18} aria-hidden />}>
            Back office
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={() => void signOut()}>
          Sign Out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
