import { Drawer, Group, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { SidebarLinks, SignedIn } from './sidebar-links.tsx'
import classes from './top-bar.module.css'
import { Link } from 'react-router-dom'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { from } from '@giftwell/shared/ui/breakpoints.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { WordMark } from '@giftwell/shared/ui/word-mark.tsx'

/** Replaces the sidebar on phones and tablets: the logo, the search, and a menu. */
export function TopBar({ onSearch }: { readonly onSearch: () => void }) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const isWide = useMediaQuery(from('md')) ?? false
  const toggle = useRef<HTMLButtonElement>(null)

  return (
    <header className={`${classes.root} line-below`}>
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
    </header>
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
