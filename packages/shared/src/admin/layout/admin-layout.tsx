import { loadPalette, usePalette } from '../palette/use-palette.ts'
import { PaletteButton } from '../palette/palette-button.tsx'
import classes from './admin-layout.module.css'
import { HomeLink } from './home-link.tsx'
import { OfflineStrip } from './offline-strip.tsx'
import { ScreenFrame } from './screen-frame.tsx'
import { SidebarLinks } from './sidebar-links.tsx'
import { SignedIn } from './signed-in.tsx'
import { TopBar } from './top-bar.tsx'
import { useOfflineStart } from './use-offline-start.ts'
import { useScreensAhead } from './use-screens-ahead.ts'

/** The back office around its screens: the sidebar, a bar with a menu on phones, and the palette (specification, section 2, Admin layout). */
export function AdminLayout() {
  const { Palette, ...palette } = usePalette()
  useOfflineStart()
  useScreensAhead()
  return (
    <div className={classes.root}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <TopBar onSearch={palette.open} />
      <aside className={classes.sidebar}>
        <div className={classes.brand}>
          <HomeLink />
          <h2 className={classes.title}>Admin Panel</h2>
        </div>
        <PaletteButton onOpen={palette.open} onNear={() => void loadPalette().catch(() => undefined)} />
        <SidebarLinks />
        <SignedIn />
      </aside>
      <div className={classes.content}>
        <OfflineStrip />
        <ScreenFrame />
      </div>
      {Palette && <Palette isOpen={palette.isOpen} onClose={palette.close} />}
    </div>
  )
}
