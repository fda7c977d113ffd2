import { Link, useLocation } from 'react-router-dom'

import { backOfficeScreens } from '../back-office-screens.ts'
import classes from './sidebar-links.module.css'

/** The links to every screen; only the exact path's is highlighted. A screen's code is fetched when its link is approached. */
export function SidebarLinks({ onFollow }: { readonly onFollow?: () => void }) {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Back office" className={classes.root}>
      {backOfficeScreens.map(({ path: to, text, icon: Icon, load }) => {
        // When it fails, the screen itself says so.
        const preload = () => void load().catch(() => undefined)
        return (
          <Link
            key={to}
            to={to}
            className={classes.link}
            aria-current={pathname === to ? 'page' : undefined}
            onPointerEnter={preload}
            onFocus={preload}
            {...(onFollow && { onClick: onFollow })}
          >
            <Icon size={18} stroke={1.7} aria-hidden />
            {text}
          </Link>
        )
      })}
    </nav>
  )
}
