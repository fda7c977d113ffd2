import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useIsHydrated } from '@giftwell/shared/ui/use-is-hydrated.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { WordMark } from '@giftwell/shared/ui/word-mark.tsx'
import { IconMenu2, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Link, type LinkProps, useLocation } from '../page/router.tsx'

import { AccountMenu } from '../account/account-menu.tsx'
import classes from './site-header.module.css'

/** The id of the header's search field. */
export const searchFieldId = 'search'

/** The links of the header and of the footer's quick links (product.md, section 2, Home page). */
export const siteLinks = [
  { to: '/', text: 'Home' },
  { to: '/catalogue', text: 'Catalogue' },
  { to: '/#industries', text: 'Industries' },
  { to: '/#contact', text: 'Contact' },
] as const

/** Beside the account where there is room (AccountMenu). */
const favouritesLink = { to: '/favourites', text: 'Favourites' }

/** The sticky header: word mark, links, account, and on phones a menu (product.md, section 2, Home page). */
export function SiteHeader() {
  const site = useSite()
  const { user } = useAuth()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const Icon = isMenuOpen ? IconX : IconMenu2

  function closeByKey({ key }: KeyboardEvent) {
    if (key !== 'Escape' || !isMenuOpen) return
    setMenuOpen(false)
    toggle.current?.focus()
  }

  return (
    <header className={classes.root}>
      <div className={classes.inner}>
        <Link to="/" className={classes.home} aria-label={site.name}>
          <WordMark />
        </Link>
        <nav id="menu" aria-label="Main" className={classes.links} data-open={isMenuOpen}>
          {[...siteLinks, ...(user === null ? [] : [favouritesLink])].map(({ to, text }) => (
            <HeaderLink key={to} to={to} onClick={() => setMenuOpen(false)} onKeyDown={closeByKey}>
              {text}
            </HeaderLink>
          ))}
        </nav>
        <div className={`${classes.account} no-print`}>
          {/* A plain form until the rest of the search is loaded (search-box.tsx). */}
          <form role="search" action="/catalogue" className={classes.search}>
            <input
              id={searchFieldId}
              type="search"
              name="q"
              aria-label="Search products"
              placeholder="Search products"
              autoComplete="off"
              className={classes.searchInput}
            />
            <svg viewBox="0 0 20 20" className={classes.searchIcon} aria-hidden>
              <circle cx="8.5" cy="8.5" r="6" />
              <path d="m13 13 5 5" />
            </svg>
          </form>
          <AccountMenu />
          <button
            ref={toggle}
            type="button"
            className={classes.toggle}
            aria-label={isMenuOpen ? 'Close menu' : 'Open menu'}
            aria-expanded={isMenuOpen}
            aria-controls="menu"
            onClick={() => setMenuOpen((open) => !open)}
            onKeyDown={closeByKey}
          >
            <Icon size={24} aria-hidden />
          </button>
        </div>
      </div>
    </header>
  )
}

/** A link of the header, which alone follows the address. */
function HeaderLink({ to, ...props }: Omit<LinkProps, 'to'> & { readonly to: string }) {
  const { pathname, hash } = useLocation()
  // The server does not know the anchor.
  const address = useIsHydrated() ? pathname + hash : pathname
  return (
    <Link
      to={to}
      className={`${classes.link} ${to === favouritesLink.to ? classes.onPhones : ''}`}
      aria-current={address === to ? 'page' : undefined}
      {...props}
    />
  )
}
