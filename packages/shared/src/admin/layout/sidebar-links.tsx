import { Link, useLocation } from 'react-router-dom'

import { backOfficeScreens } from '../back-office-screens.ts'
import classes from './sidebar-links.module.css'
import { useScreenAhead } from './use-screen-ahead.ts'

/** The links to every screen; only the exact path's is highlighted. A screen's code and its first read are fetched when its link is approached. */
export function SidebarLinks({ onFollow }: { readonly onFollow?: () => void }) {
  const { pathname } = useLocation()
  const approach = useScreenAhead()
  return (
    <nav aria-label="Back office" className={classes.root}>
      {backOfficeScreens.map((screen) => {
        const { path: to, text, icon: Icon } = screen
        return (
          <Link
            key={to}
            to={to}
            className={classes.link}
            aria-current={pathname === to ? 'page' : undefined}
            {...approach(screen)}
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
