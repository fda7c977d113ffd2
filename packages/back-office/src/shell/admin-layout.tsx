import { Center, Checkbox, Flex, Group, Kbd, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  NavigationType,
  Outlet,
  matchPath,
  useLocation,
  useNavigate,
  useNavigationType,
} from 'react-router-dom'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { useLeadPulse, useLeadPulseCounts } from '../leads/use-lead-pulse.ts'
import { PartsProgress } from '../screen/parts-progress.tsx'
import { TitlePrefix } from '../screen/screen-head.tsx'
import { PaletteButton, loadPalette, usePalette } from './palette-button.tsx'
import classes from './admin-layout.module.css'
import { HomeLink, SidebarLinks, SignedIn, TopBar } from './navigation.tsx'
import { usePreloadedScreens } from './preload-screens.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { ErrorBoundary, ErrorNotice } from '@giftwell/shared/ui/error-boundary.tsx'
import { backOfficeScreens } from './back-office-screens.tsx'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { useKeys, useKeysSwitch } from '../screen/use-keys.ts'

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
        <NewLeadsInTitle>
          <ScreenFrame />
        </NewLeadsInTitle>
      </div>
      <PartsProgress />
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

/** The number of new leads in the titles of all screens. */
function NewLeadsInTitle({ children }: { readonly children: ReactNode }) {
  const newLeads = useLeadPulseCounts()?.new_leads ?? 0
  return <TitlePrefix value={newLeads > 0 ? `(${newLeads.toLocaleString()}) ` : ''}>{children}</TitlePrefix>
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

const groups = [
  {
    title: 'Lists',
    keys: [
      { keys: ['n'], does: 'New record' },
      { keys: ['j'], does: 'Next row' },
      { keys: ['k'], does: 'Previous row' },
      { keys: ['x'], does: 'Select the row; with Shift all from the last one' },
      { keys: ['Shift', '↓'], does: 'Select the row and the next one; ↑ the previous one' },
      { keys: ['e'], does: 'Edit or open the row' },
      { keys: ['/'], does: 'Search' },
    ],
  },
  {
    title: 'Everywhere',
    keys: [
      { keys: ['Ctrl', 'K'], does: 'Search or jump to anything' },
      { keys: ['Ctrl', 'Enter'], does: 'Save; for a new record, create it and add another' },
      { keys: ['Esc'], does: 'Close the dialog' },
      { keys: ['?'], does: 'Show keyboard shortcuts' },
    ],
  },
  {
    title: 'Screens',
    keys: backOfficeScreens.map(({ letter, text }) => ({ keys: ['g', letter], does: text })),
  },
]

/** Milliseconds in which a letter follows "g". */
const sequenceMs = 1500

interface BackOfficeKeysProps {
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onClose: () => void
}

/** The keys of every screen: "g" and a letter open a screen, "?" shows all keys in a dialog. */
function BackOfficeKeys({ isOpen, onOpen, onClose }: BackOfficeKeysProps) {
  const navigate = useNavigate()
  const [isOn, setOn] = useKeysSwitch()
  /** When "g" was pressed; 0 when a letter has followed. */
  const begun = useRef(0)

  function follow(letter: string, timeStamp: number): boolean {
    const isFollowing = begun.current !== 0 && timeStamp - begun.current < sequenceMs
    begun.current = letter === 'g' && !isFollowing ? timeStamp : 0
    const screen = backOfficeScreens.find((each) => each.letter === letter)
    if (isFollowing && screen !== undefined) void navigate(screen.path)
    return isFollowing || letter === 'g'
  }

  const following = 'abcdefghijklmnopqrstuvwxyz'
    .split('')
    .map((letter) => [letter, ({ timeStamp }: KeyboardEvent) => follow(letter, timeStamp)])
  useKeys({ '?': onOpen, ...Object.fromEntries(following) }, true)

  return (
    <Dialog opened={isOpen} onClose={onClose} title="Keyboard shortcuts" size="720px">
      <SimpleGrid minColWidth={240} autoFlow="auto-fit" spacing={28} verticalSpacing={20}>
        {groups.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <Title order={3} ff="text" fz="0.9375rem" fw={650} mb={8}>
              {title}
            </Title>
            <dl>
              {keys.map(({ keys: names, does }) => (
                <Group key={does} gap={12} py={4} wrap="nowrap" align="baseline" fz="sm">
                  <Flex component="dt" gap={4} flex="0 0 88px">
                    {names.map((name) => (
                      <Kbd key={name} ff="text" fz="0.8125rem" fw={400} miw={26}>
                        {name}
                      </Kbd>
                    ))}
                  </Flex>
                  <Text component="dd" c="dimmed" size="sm">
                    {does}
                  </Text>
                </Group>
              ))}
            </dl>
          </section>
        ))}
      </SimpleGrid>
      <Checkbox
        mt="lg"
        label="Single keys"
        description="When this is off, only shortcuts with Ctrl and those in dialogs work."
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => setOn(checked)}
      />
    </Dialog>
  )
}
