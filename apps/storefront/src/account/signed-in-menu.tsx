import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { Menu } from '@mantine/core'
import { IconLayoutDashboard, IconLogout } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router-dom'

import { AccountButton } from './account-button.tsx'
import classes from './account-menu.module.css'

interface SignedInMenuProps {
  /** Whether it was asked for before its chunk was loaded. */
  readonly isOpenAtFirst: boolean
  /** Whether it replaces a button that has the focus. */
  readonly isFocusedAtFirst: boolean
}

/** The account menu. Signing out stays on the page; `AuthProblemToast` reports a failure. */
export function SignedInMenu({ isOpenAtFirst, isFocusedAtFirst }: SignedInMenuProps) {
  const { user, isAdmin, signOut } = useAuth()
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (isFocusedAtFirst) button.current?.focus({ preventScroll: true })
  }, [isFocusedAtFirst])

  return (
    <Menu position="bottom-end" width={240} shadow="md" defaultOpened={isOpenAtFirst}>
      <Menu.Target>
        <AccountButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.email}>{user?.email}</Menu.Label>
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
