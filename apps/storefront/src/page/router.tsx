import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  use,
  useCallback,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'

// The router of the public pages. It writes the entries of the history as React Router does, whose entries the back office reads
// and writes in the same tab (docs/decisions/48-two-routers.md).

/** An address, and the entry of the history that has it. */
export interface Location {
  readonly pathname: string
  /** With its question mark, or empty. */
  readonly search: string
  /** With its number sign, or empty. */
  readonly hash: string
  readonly state: unknown
  /** Of the entry; `default` for the one that the browser opened. */
  readonly key: string
}

/** How the browser came to an address. */
export type NavigationType = 'POP' | 'PUSH' | 'REPLACE'

/** Where a link leads: a path with its query and anchor, or parts of one; without a path, to the page's own. */
export type Target = string | Partial<Pick<Location, 'pathname' | 'search' | 'hash'>>

interface NavigateOptions {
  readonly replace?: boolean | undefined
  readonly state?: unknown
}

/** Goes to an address, or by a number of entries in the history. Its identity changes with the path of the page. */
export type Navigate = (to: Target | number, options?: NavigateOptions) => void

interface Router {
  readonly type: NavigationType
  go(url: string | number, options: NavigateOptions): void
}

const LocationContext = createContext<Location | null>(null)
const RouterContext = createContext<Router>({
  type: 'POP',
  go() {
    throw new Error('There is no router to navigate')
  },
})

/** The address of the page. */
export function useLocation(): Location {
  const location = use(LocationContext)
  if (location === null) throw new Error('There is no router around this')
  return location
}

/** How the browser came to its address. */
export function useNavigationType(): NavigationType {
  return use(RouterContext).type
}

/** The function that navigates. */
export function useNavigate(): Navigate {
  const { go } = use(RouterContext)
  const { pathname } = useLocation()
  return useCallback(
    (to, options = {}) => go(typeof to === 'number' ? to : urlOf(to, pathname), options),
    [go, pathname],
  )
}

/** The path of an address without escapes; as it is where they cannot be read. */
export function decodedPath({ pathname }: Location): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/** An address as a path with its query and anchor. */
function urlOf(to: Target, from: string): string {
  if (typeof to === 'string') return /^[?#]/.test(to) ? from + to : to
  const { pathname = from, search = '', hash = '' } = to
  return pathname + (search && `?${search.replace(/^\?/, '')}`) + hash
}

interface AtProps {
  readonly location: Location | string
  readonly children: ReactNode
}

/** Renders a part of the site for an address of its own: on a server, in a test, and below a product that is open over it. */
export function At({ location, children }: AtProps) {
  const value = useMemo(() => {
    if (typeof location !== 'string') return location
    const { pathname, search, hash } = new URL(location, 'http://site.invalid')
    return { pathname, search, hash, state: null, key: 'default' }
  }, [location])
  return <LocationContext value={value}>{children}</LocationContext>
}

/** The router of the browser. */
export function BrowserRouter({ children }: { readonly children: ReactNode }) {
  const [{ location, type }, setEntry] = useState(() => ({
    location: present(),
    type: 'POP' as NavigationType, // one of three
  }))
  useLayoutEffect(() => {
    // Counts the entries, as a router that can block a navigation expects of those of the tab.
    if (!('idx' in recordOf(window.history.state)))
      window.history.replaceState({ ...recordOf(window.history.state), idx: 0 }, '')
    const onPop = () => setEntry({ location: present(), type: 'POP' })
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [])
  const go = useCallback<Router['go']>((url, { replace = false, state = null }) => {
    if (typeof url === 'number') return window.history.go(url)
    const { idx } = recordOf(window.history.state)
    const entry = {
      usr: state,
      key: Math.random().toString(36).slice(2, 10),
      idx: (typeof idx === 'number' ? idx : 0) + Number(!replace),
    }
    if (replace) window.history.replaceState(entry, '', url)
    else window.history.pushState(entry, '', url)
    return setEntry({ location: present(), type: replace ? 'REPLACE' : 'PUSH' })
  }, [])
  const router = useMemo(() => ({ type, go }), [type, go])
  return (
    <RouterContext value={router}>
      <LocationContext value={location}>{children}</LocationContext>
    </RouterContext>
  )
}

function present(): Location {
  const { pathname, search, hash } = window.location
  const { usr = null, key } = recordOf(window.history.state)
  return { pathname, search, hash, state: usr, key: typeof key === 'string' ? key : 'default' }
}

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, NavigateOptions {
  readonly to: Target
}

/** A link to a page of the site. To the address where the browser is, it replaces the entry of the history. */
export function Link({ to, replace, state, onClick, children, ...props }: LinkProps) {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const href = urlOf(to, pathname)
  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event
    const isElsewhere = props.target !== undefined && props.target !== '_self'
    if (defaultPrevented || button !== 0 || isElsewhere || metaKey || ctrlKey || shiftKey || altKey) return
    event.preventDefault()
    navigate(href, { replace: replace ?? href === pathname + search + hash, state })
  }
  return (
    <a {...props} href={href} onClick={handleClick}>
      {children}
    </a>
  )
}
