import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'

import { theme, themeVariables } from './theme.ts'

/** The library's own colours, which nothing of ours shows: half of all its variables. */
const foreignColour = /^--mantine-color-(red|pink|grape|violet|indigo|blue|cyan|green|lime|yellow|orange)-/

/** Every variable of the look in both colour schemes, as CSS: what a build puts into a stylesheet once (specification, section 2). */
export function themeCss(): string {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme)
  const usual = defaultCssVariablesResolver(whole)
  const own = themeVariables(whole)
  return convertCssVariables({
    variables: shown({ ...usual.variables, ...own.variables }),
    light: shown({ ...usual.light, ...own.light }),
    dark: shown({ ...usual.dark, ...own.dark }),
  })
}

function shown(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !foreignColour.test(name)))
}
