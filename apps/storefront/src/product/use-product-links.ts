import { readFilters, writeFilters } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { use, useEffect, useEffectEvent } from 'react'
import { useNavigate } from '../page/router.tsx'

import { isOverPage, overPage, PageAddressContext } from '../page/page-address.ts'

/**
 * Opens products over the page: a plain click on a link to one pushes its address, under the filters of the page. In an
 * open product such a link replaces it. On a product's own page links are links.
 */
export function useProductLinks(): void {
  const { browser: location } = use(PageAddressContext)
  const navigate = useNavigate()
  const follow = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link?.matches('[href^="/product/"]') || event.defaultPrevented) return
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const isOpen = isOverPage(location)
    const isOnPage = !isOpen && location.pathname.startsWith('/product/')
    // A link of its own filters or key has them; another one opens under the filters of the page.
    const filters = readFilters(new URLSearchParams(location.search))
    const search = link.search || writeFilters(new URLSearchParams(), filters).toString()
    const to = { pathname: link.pathname, search }
    const position = link.closest('[aria-posinset]')?.getAttribute('aria-posinset')
    navigate(to, isOnPage ? {} : { state: overPage(position ? Number(position) : 0), replace: isOpen })
  })
  useEffect(() => {
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [])
}
