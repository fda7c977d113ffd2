import {
  Badge,
  Box,
  Drawer,
  Group,
  Stack,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { IconDeviceDesktop, IconLogout, IconMenu2, IconMoon, IconSearch } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { mayOpen, sidebarScreens } from './back-office-screens.tsx'
import classes from './navigation.module.css'
import { useLeadPulseCounts } from '../leads/use-lead-pulse.ts'
import { useScreenPrefetch } from './preload-screens.ts'
import { useMediaQuery } from '@mantine/hooks'
import { from } from '@giftwell/shared/ui/breakpoints.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { WordMark } from '@giftwell/shared/ui/word-mark.tsx'

/** The links to all screens, with the numbers of new leads and of quotations that wait for the seller. Hover and focus preload a screen's chunk and its first query. */
export function SidebarLinks({ onFollow }: { readonly onFollow?: () => void }) {
  const { pathname } = useLocation()
  const { isAdmin } = useAuth()
  const prefetchProps = useScreenPrefetch()
  const pulse = useLeadPulseCounts()
  const numbers: Readonly<Record<string, { readonly count: number; readonly of: string } | undefined>> = {
    '/admin/leads': { count: pulse?.new_leads ?? 0, of: 'new' },
    '/admin/quotations': { count: pulse?.unsettled_quotations ?? 0, of: 'waiting for you' },
  }
  const id = useId()
  return (
    <Stack component="nav" aria-label="Back office" className={classes.root} flex={1} gap={1} mih={0}>
      {sidebarScreens.filter(mayOpen(isAdmin)).map((screen) => {
        const { path: to, text, icon: Icon } = screen
        const { count = 0, of } = numbers[to] ?? {}
        return (
          <Box key={to} pos="relative" flex="none">
            <Link
              to={to}
              className={classes.link}
              aria-current={pathname === to ? 'page' : undefined}
              aria-describedby={count > 0 ? id + to : undefined}
              {...prefetchProps(screen)}
              {...(onFollow && { onClick: onFollow })}
            >
              <Icon size={18} stroke={1.7} aria-hidden />
              {text}
            </Link>
            {count > 0 && (
              <Badge
                className="tabular"
                variant="light"
                pos="absolute"
                top="calc(50% - 10px)"
                right={10}
                style={{ pointerEvents: 'none' }}
                aria-hidden
              >
                {count.toLocaleString()}
              </Badge>
            )}
            {count > 0 && (
              <span id={id + to} hidden>
                {count.toLocaleString()} {of}
              </span>
            )}
          </Box>
        )
      })}
    </Stack>
  )
}

/** The signed-in user, the settings of an installed app, and the sign-out button (product.md, section 4, Sign-out). */
export function SignedIn({ onFollow }: { readonly onFollow?: () => void }) {
  const { user, signOut, isLoading } = useAuth()
  const { settingsPath } = usePlatform()
  const navigate = useNavigate()

  async function leave() {
    // Replaces the guard's redirect, which carries this page for the next sign-in.
    if (await signOut()) void navigate('/admin/login', { replace: true })
  }

  return (
    <Box className="line-above" pt={12}>
      <Text
        component={Link}
        to="/admin/account"
        className={classes.link}
        display="block"
        fz="0.8125rem"
        fw={400}
        py={8}
        truncate
        title={user?.email}
        {...(onFollow && { onClick: onFollow })}
      >
        <span className="visually-hidden">Your account: signed in as </span>
        {user?.email}
      </Text>
      {settingsPath !== null && (
        <Link to={settingsPath} className={classes.link} {...(onFollow && { onClick: onFollow })}>
          <IconDeviceDesktop size={18} stroke={1.7} aria-hidden />
          This computer
        </Link>
      )}
      <DarkSwitch />
      <button type="button" className={classes.link} disabled={isLoading} onClick={() => void leave()}>
        <IconLogout size={18} stroke={1.7} aria-hidden />
        Sign Out
      </button>
    </Box>
  )
}

/** Switches between light and dark, which the browser stores for the website as well. Until then the system decides. */
function DarkSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme() === 'dark'
  const { colour_scheme: fixed } = useSite()
  if (fixed !== undefined) return null
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isDark}
      className={classes.link}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      <IconMoon size={18} stroke={1.7} fill={isDark ? 'currentColor' : 'none'} aria-hidden />
      Dark
    </button>
  )
}

/** Replaces the sidebar on phones and tablets: the logo, the search, and a menu. */
export function TopBar({ onSearch }: { readonly onSearch: () => void }) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const isWide = useMediaQuery(from('md')) ?? false
  const toggle = useRef<HTMLButtonElement>(null)

  return (
    <Group
      component="header"
      className={`${classes.bar} line-below`}
      justify="space-between"
      gap={0}
      h={56}
      px={6}
      wrap="nowrap"
    >
      <button
        ref={toggle}
        type="button"
        className={classes.button}
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={isMenuOpen}
        onClick={() => setMenuOpen(true)}
      >
        <IconMenu2 size={22} stroke={1.7} aria-hidden />
      </button>
      <HomeLink />
      <button type="button" className={classes.button} aria-label="Search or jump to…" onClick={onSearch}>
        <IconSearch size={20} stroke={1.7} aria-hidden />
      </button>
      <Drawer.Root
        opened={isMenuOpen && !isWide}
        // After a navigation the new screen gets the focus.
        returnFocus={false}
        onClose={() => {
          setMenuOpen(false)
          toggle.current?.focus()
        }}
        size={280}
        padding={0}
      >
        <Drawer.Overlay backgroundOpacity={0.55} />
        <Drawer.Content bg="var(--gw-surface)">
          <Group justify="space-between" mih={56} pl="lg" pr={10}>
            <Drawer.Title fz="md" fw={650}>
              Admin Panel
            </Drawer.Title>
            <Drawer.CloseButton aria-label="Close menu" size="lg" />
          </Group>
          <Drawer.Body p="4px 12px 12px">
            <Stack gap={12} h="calc(100dvh - 72px)">
              <SidebarLinks onFollow={() => setMenuOpen(false)} />
              <SignedIn onFollow={() => setMenuOpen(false)} />
            </Stack>
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </Group>
  )
}

/** The logo, which links to the website's home page. */
export function HomeLink() {
  const { siteOrigin } = usePlatform()
  const site = useSite()
  return (
    <Link
      to={`${siteOrigin}/`}
      className={classes.home}
      aria-label={`${site.name} website`}
      title="To the website"
    >
      <WordMark />
    </Link>
  )
}
