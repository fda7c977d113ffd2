import {
  convertCssVariables,
  deepMerge,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'

import { schemeColours } from './scheme-colours.ts'
import { theme } from './theme.ts'

/** The library's own palettes that styles name beside those of the theme. */
const usedPalettes: ReadonlySet<string> = new Set(['red'])

/**
 * The theme as CSS variables on the document's root, in both colour schemes. Palettes that nothing names are left out, which
 * are half of it.
 */
export function themeCss(): string {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme)
  const unused = Object.keys(whole.colors).filter(
    (name) => !(name in (theme.colors ?? {}) || usedPalettes.has(name)),
  )
  const isUsed = (variable: string) => !unused.some((name) => variable.startsWith(`--mantine-color-${name}-`))
  const variables = deepMerge(defaultCssVariablesResolver(whole), schemeColours)
  const used = Object.entries(variables).map(([scheme, values]) => [
    scheme,
    Object.fromEntries(Object.entries(values).filter(([name]) => isUsed(name))),
  ])
  return convertCssVariables({ variables: {}, light: {}, dark: {}, ...Object.fromEntries(used) }, ':root')
}

interface AtRule {
  readonly source?: { readonly input: { readonly from: string } }
  replaceWith(root: object): unknown
}

interface Helpers {
  parse(css: string, options: { readonly from: string | undefined }): object
}

/** A plugin of PostCSS that replaces `@theme-variables` by the theme. */
export const themeVariables = {
  postcssPlugin: 'theme-variables',
  AtRule: {
    'theme-variables': (rule: AtRule, { parse }: Helpers): void => {
      rule.replaceWith(parse(themeCss(), { from: rule.source?.input.from }))
    },
  },
}
