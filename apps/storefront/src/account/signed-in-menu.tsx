import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { MantineTheme } from '@giftwell/shared/ui/theme-provider.tsx'
import { Menu } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import {
  IconBuilding,
  IconHeart,
  IconLayoutDashboard,
  IconLogout,
  IconMessageQuestion,
} from '@tabler/icons-react'
import { type Ref, type RefObject, useImperativeHandle } from 'react'
import { Link } from '../page/router.tsx'

import classes from './account-menu.module.css'

interface SignedInMenuProps {
  /** The id of its button; the menu's is `${id}-dropdown`. */
  readonly id: string
  readonly button: RefObject<HTMLButtonElement | null>
  readonly opened: boolean
  readonly onChange: (opened: boolean) => void
}

/** The account menu. Signing out stays on the page; `AuthProblemToast` reports a failure. */
export function SignedInMenu({ id, button, opened, onChange }: SignedInMenuProps) {
  const { user, isStaff, signOut } = useAuth()
  // The menu returns the focus only if it was mounted before it opened.
  const isMounted = useMounted()

  return (
    <MantineTheme>
      <Menu
        id={id}
        position="bottom-end"
        width={240}
        shadow="md"
        opened={opened && isMounted}
        onChange={onChange}
        // Within the page's header, and with nothing but its items.
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <OutsideTarget element={button} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label className={classes.email}>{user?.email}</Menu.Label>
          <Menu.Item component={Link} to="/favourites" leftSection={<IconHeart size={18} aria-hidden />}>
            Favourites
          </Menu.Item>
          <Menu.Item
            component={Link}
            to="/account/inquiries"
            leftSection={<IconMessageQuestion size={18} aria-hidden />}
          >
            My inquiries
          </Menu.Item>
          <Menu.Item
            component={Link}
            to="/account/company"
            leftSection={<IconBuilding size={18} aria-hidden />}
          >
            Your company
          </Menu.Item>
          {isStaff && (
            <Menu.Item
              component={Link}
              to="/admin"
              leftSection={<IconLayoutDashboard size={18} aria-hidden />}
            >
              Back office
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={() => void signOut()}>
            Sign Out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </MantineTheme>
  )
}

interface OutsideTargetProps {
  readonly element: RefObject<HTMLButtonElement | null>
  readonly ref?: Ref<HTMLButtonElement | null>
}

/** Gives `Menu.Target` an element that is rendered elsewhere. */
function OutsideTarget({ element, ref }: OutsideTargetProps) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => element.current, [
    element,
  ])
  return null
}
