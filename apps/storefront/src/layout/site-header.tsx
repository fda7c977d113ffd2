import { WordMark } from '@giftwell/shared/ui/word-mark.tsx'
import { brand } from '@giftwell/shared/domain/brand.ts'
import { Link, NavLink } from 'react-router-dom'

import { AccountMenu } from '../account/account-menu.tsx'
import classes from './site-header.module.css'

/** The sticky header: word mark, links, account (specification, section 2, Home page). */
export function SiteHeader() {
  return (
    <header className={classes.root}>
      <div className={classes.inner}>
        <Link to="/" className={classes.home} aria-label={brand.name}>
          <WordMark />
        </Link>
        <nav aria-label="Main" className={classes.links}>
          <NavLink to="/catalogue" className={() => classes.link}>
            Catalogue
          </NavLink>
        </nav>
        <div className={classes.account}>
          <AccountMenu />
        </div>
      </div>
    </header>
  )
}
