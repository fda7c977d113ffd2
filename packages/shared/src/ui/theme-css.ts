import {
  DEFAULT_THEME,
  convertCssVariables,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
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

/** The colours that change with the scheme, as CSS variables named by purpose. */
export const schemeColours = {
  variables: {
    '--gw-marigold': '#E39A1B',
    '--gw-on-marigold': '#241B2F',
    '--gw-panel': '#4A2545',
    '--gw-on-panel': '#FBF7F0',
    '--gw-on-panel-soft': '#DFCFDC',
    '--gw-motion': '180ms cubic-bezier(0.2, 0, 0, 1)',
  },
  light: {
    '--mantine-color-body': '#FBF7F0',
    '--mantine-color-text': '#241B2F',
    '--mantine-color-dimmed': '#5F5468',
    '--mantine-color-error': '#A03726',
    '--mantine-color-placeholder': '#716578',
    '--mantine-color-default-border': '#8F8290',
    '--gw-surface': '#FFFFFF',
    '--gw-sunken': '#F4EDE3',
    '--gw-hairline': '#E9E0D3',
    '--gw-success': '#2F6B4F',
    '--gw-success-ground': '#EAF5EF',
    '--gw-brand': '#4A2545',
    '--gw-brand-ground': '#F3E9F0',
    '--mantine-color-aubergine-light': 'var(--gw-brand-ground)',
    '--mantine-color-aubergine-light-color': 'var(--gw-brand)',
    '--gw-brand-line': '#D5B9CF',
    '--gw-dashes': '#C4B6A6',
    '--gw-checked-line': '#4A2545',
    '--gw-floating': '#241B2F',
    '--gw-focus': '#4A2545',
  },
  dark: {
    '--mantine-color-body': '#17121C',
    '--mantine-color-text': '#F1EAF2',
    '--mantine-color-dimmed': '#B9ACBE',
    '--mantine-color-error': '#F0998A',
    '--mantine-color-placeholder': '#A597AB',
    '--mantine-color-default-border': '#85778D',
    '--gw-surface': '#211A28',
    '--gw-sunken': '#1C1622',
    '--gw-hairline': '#372D40',
    '--gw-success': '#8FCBAA',
    '--gw-success-ground': '#1E2F27',
    '--gw-brand': '#EBDDE8',
    '--gw-brand-ground': '#3B2238',
    '--mantine-color-aubergine-light': 'var(--gw-brand-ground)',
    '--mantine-color-aubergine-light-color': 'var(--gw-brand)',
    '--gw-brand-line': '#6E3A66',
    '--gw-dashes': '#4A3E54',
    '--gw-checked-line': '#A66F9B',
    '--gw-floating': '#32283C',
    '--gw-focus': '#E39A1B',
  },
} as const
