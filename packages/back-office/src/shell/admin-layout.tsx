import { Stack, Text, Title } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { BackOfficeKeys } from './back-office-keys.tsx'
import { useLeadPulse } from '../leads/use-lead-pulse.ts'
import { PaletteButton, loadPalette, usePalette } from './palette-button.tsx'
import classes from './admin-layout.module.css'
import { HomeLink, TopBar } from './top-bar.tsx'
import { ScreenFrame } from './screen-frame.tsx'
import { SidebarLinks, SignedIn } from './sidebar-links.tsx'
import { usePreloadedScreens } from './preload-screens.ts'

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
