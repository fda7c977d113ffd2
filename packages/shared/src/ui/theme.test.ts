import { expect, test } from 'vitest'

import { contrast } from '../settings/site-settings.ts'
import { schemeColours, themeCss } from './theme-css.ts'

const schemes: Readonly<Record<'light' | 'dark', Readonly<Record<string, string>>>> = schemeColours

const grounds = ['--mantine-color-body', '--gw-surface', '--gw-sunken']
const words = [
  '--mantine-color-text',
  '--mantine-color-dimmed',
  '--mantine-color-error',
  '--mantine-color-placeholder',
  '--gw-success',
  '--gw-brand',
]
const edges = ['--mantine-color-default-border', '--gw-checked-line', '--gw-focus']

test.each([
  ['light', schemes.light],
  ['dark', schemes.dark],
])(
  '%s: words stand out from every ground by 4.5 to 1, edges of controls and the focus by 3 to 1',
  (_, colours) => {
    const pairs = (names: readonly string[], least: number) =>
      names.flatMap((name) =>
        grounds
          .map((ground) => ({ name, ground, is: contrast(colours[name] ?? '', colours[ground] ?? '') }))
          .filter(({ is }) => !(is >= least)),
      )
    expect([...pairs(words, 4.5), ...pairs(edges, 3)]).toEqual([])
  },
)

test('the variables of the theme are those of its colours and of the library, without palettes that nothing names', () => {
  const css = themeCss()
  expect(css).toContain('--mantine-color-aubergine-5: #8C5181')
  expect(css).toContain('--gw-panel: #4A2545')
  expect(css).toMatch(/:root\[data-mantine-color-scheme="dark"\]\{[^}]*--mantine-color-scheme: dark/)
  expect(css).not.toContain('--mantine-color-grape-')
})
