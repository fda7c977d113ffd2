import { useEffect } from 'react'

import { siteColours, siteColoursId } from '../kernel/site-colours.ts'
import { useSite } from './use-site.ts'

/** Brings the colours and the icon of the document up to those of the site. */
export function useSiteColours(): void {
  const site = useSite()
  const css = siteColours(site)
  const { colour_scheme: scheme, icon_url: icon } = site
  useEffect(() => {
    if (scheme !== undefined) document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  }, [scheme])
  useEffect(() => {
    if (icon === undefined) return
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel$="icon"]')) link.href = icon
  }, [icon])
  useEffect(() => {
    const there = document.getElementById(siteColoursId)
    if (there?.textContent === css || (!there && css === '')) return
    const style = there ?? Object.assign(document.createElement('style'), { id: siteColoursId })
    style.textContent = css
    document.head.append(style)
  }, [css])
}
