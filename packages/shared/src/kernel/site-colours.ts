import type { SiteDetails } from './brand.ts'

/** The id of the style element with the colours of the site's owner. */
export const siteColoursId = 'site-colours'

/**
 * The CSS that replaces the theme's colours by the owner's, for both schemes; empty without any. The server writes
 * it into its pages, so the first view needs no code for it.
 */
export function siteColours({ colour_primary: primary, colour_accent: accent }: SiteDetails): string {
  // Twice, because the theme's own rules may come later.
  const scheme = (name: string) => `:root:root[data-mantine-color-scheme=${name}]`
  const mixed = (share: number, other: string) => `color-mix(in srgb,${primary} ${share}%,${other})`
  const hover = `--mantine-primary-color-filled-hover:${mixed(88, '#000')};--mantine-color-aubergine-7:${mixed(88, '#000')}`
  return [
    primary &&
      `:root:root .check-box{--checkbox-color:${primary}}` +
        `:root:root{--gw-panel:${primary};--gw-card:${primary};--gw-card-deep:${mixed(72, '#000')};--gw-panel-card:${mixed(82, '#000')};--gw-panel-deep:${mixed(54, '#000')};--gw-on-panel-soft:#fbf7f0;--mantine-primary-color-filled:${primary};--mantine-color-aubergine-filled:${primary};${hover}}` +
        `${scheme('light')}{--gw-brand:${primary};--gw-checked-line:${primary};--gw-focus:${primary};--gw-brand-ground:${mixed(9, '#fff')};--gw-brand-line:${mixed(36, '#fff')}}` +
        `${scheme('dark')}{--gw-brand:${mixed(18, '#fff')};--gw-checked-line:${mixed(55, '#fff')};--gw-brand-ground:${mixed(45, '#17121c')};--gw-brand-line:${mixed(70, '#fff')}}`,
    accent &&
      `:root:root{--gw-marigold:${accent};--mantine-color-marigold-5:${accent};--mantine-color-marigold-6:color-mix(in srgb,${accent} 88%,#000)}${scheme('dark')}{--gw-focus:${accent}}`,
  ]
    .filter(Boolean)
    .join('')
}
