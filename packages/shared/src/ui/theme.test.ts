import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core'
import { expect, test } from 'vitest'

import { theme, themeVariables } from './theme.ts'

const schemes: Readonly<Record<'light' | 'dark', Readonly<Record<string, string>>>> = themeVariables(
  mergeMantineTheme(DEFAULT_THEME, theme),
)

/** How a colour like "#4A2545" stands out from another: 1 for not at all, 21 for black on white. */
function contrast(one: string, other: string): number {
  const [brighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (brighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const grounds = ['--mantine-color-body', '--gw-surface', '--gw-sunken']
const words = [
  '--mantine-color-text',
  '--mantine-color-dimmed',
  '--mantine-color-error',
  '--mantine-color-placeholder',
  '--gw-ink-soft',
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
