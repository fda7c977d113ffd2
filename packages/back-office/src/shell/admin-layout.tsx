import { Stack, Text, Title, Center } from '@mantine/core'
import { useEffect, useEffectEvent, useState, useRef } from 'react'
import {
  useLocation,
  useNavigate,
  matchPath,
  NavigationType,
  Outlet,
  useNavigationType,
} from 'react-router-dom'

import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { BackOfficeKeys } from './back-office-keys.tsx'
import { useLeadPulse } from '../leads/use-lead-pulse.ts'
import { PaletteButton, loadPalette, usePalette } from './palette-button.tsx'
import classes from './admin-layout.module.css'
import { HomeLink, TopBar } from './top-bar.tsx'
import { SidebarLinks, SignedIn } from './sidebar-links.tsx'
import { usePreloadedScreens } from './preload-screens.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { ErrorBoundary, ErrorNotice } from '@giftwell/shared/ui/error-boundary.tsx'
import { backOfficeScreens } from './back-office-screens.ts'

/** The frame of the back office: the sidebar, a top bar on phones, and the command palette (product.md, section 2, Admin layout). */
export function AdminLayout() {
  const { Palette, ...palette } = usePalette()
  const [isKeysOpen, setKeysOpen] = useState(false)
  useOfflineStart()
  useLeadPulse()
  usePreloadedScreens()
  return (
    <div className={classes.root}>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <TopBar onSearch={palette.open} />
      <aside className={classes.sidebar}>
        <Stack align="flex-start" gap={10} px={12}>
          <HomeLink />
          <Title order={2} ff="text" fz="0.8125rem" fw={600} lh={1.4} c="dimmed">
            Admin Panel
          </Title>
        </Stack>
        <PaletteButton onOpen={palette.open} onNear={() => void loadPalette().catch(() => undefined)} />
        <SidebarLinks />
        <SignedIn />
      </aside>
      <div>
        <OfflineStrip />
        <ScreenFrame />
      </div>
      {Palette && (
        <Palette isOpen={palette.isOpen} onClose={palette.close} onKeys={() => setKeysOpen(true)} />
      )}
      <BackOfficeKeys
        isOpen={isKeysOpen}
        onOpen={() => setKeysOpen(true)}
        onClose={() => setKeysOpen(false)}
      />
    </div>
  )
}

/** A notice while the backend is unreachable. */
function OfflineStrip() {
  const isOnline = useIsOnline()
  return (
    // Rendered before its text, so that screen readers announce it.
    <div aria-live="polite">
      {!isOnline && (
        <Text
          className="line-below"
          bg="var(--gw-sunken)"
          c="dimmed"
          size="sm"
          ta="center"
          px="md"
          py={8}
          role="status"
        >
          You are offline. What you save cannot be sent until you are back online.
        </Text>
      )}
    </div>
  )
}

/** Starts offline with the cached leads instead of the dashboard, where the platform caches leads. */
function useOfflineStart(): void {
  const { connectivity } = useBackend()
  const { offlineStorage } = usePlatform()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const redirect = useEffectEvent(() => {
    if (pathname === '/admin' && offlineStorage !== null && !connectivity.isOnline()) {
      void navigate('/admin/leads', { replace: true })
    }
  })
  useEffect(() => redirect(), [])
}

/**
 * Contains a screen: a crash does not affect the rest of the back office. After a navigation it gets the focus, so that
 * screen readers continue with the new screen.
 */
export function ScreenFrame() {
  const { name: site } = useSite()
  const { pathname } = useLocation()
  const screen = backOfficeScreens.find(({ path, parameters }) => matchPath(path + parameters, pathname))
  const main = useMainOfNewScreen(screen?.path ?? pathname)
  const name = screen?.text
  return (
    <main ref={main} className={classes.frame} id="content" tabIndex={-1}>
      <ErrorBoundary
        key={screen?.path}
        fallback={
          <Center mih="60dvh">
            <title>{name === undefined ? site : `${name} · ${site}`}</title>
            <ErrorNotice />
          </Center>
        }
      >
        <Outlet />
      </ErrorBoundary>
    </main>
  )
}

/** Focuses the main element of a new screen and scrolls to its top, except on back and forward. */
function useMainOfNewScreen(path: string) {
  const main = useRef<HTMLElement>(null)
  const navigation = useNavigationType()
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    main.current?.focus({ preventScroll: true })
    if (navigation !== NavigationType.Pop) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [path, navigation])
  return main
}
