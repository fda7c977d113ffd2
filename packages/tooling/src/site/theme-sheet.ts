import { themeCss } from '@giftwell/shared/ui/theme-css.ts'
import type { Plugin } from 'vite'

/** What a page imports to have it. */
const name = 'virtual:giftwell-theme.css'

/**
 * The theme's variables as a stylesheet, `virtual:giftwell-theme.css`. Left to itself the library has all of its own in
 * its stylesheet, and ours in every page again, written anew whenever one starts (specification, section 2).
 */
export function themeSheet(): Plugin {
  return {
    name: 'giftwell:theme-sheet',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? themeCss() : undefined),
  }
}
