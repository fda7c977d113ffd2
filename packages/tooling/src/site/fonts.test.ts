import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { findFiles } from '../find-files.ts'
import { repositoryRoot } from '../repository-root.ts'

const ui = join(repositoryRoot, 'packages', 'shared', 'src', 'ui')
const sheet = await readFile(join(ui, 'fonts.css'), 'utf8')
const faces = [...sheet.matchAll(/@font-face \{([^}]*)\}/g)].map(([, face = '']) => ({
  family: /font-family: '(\w+)/.exec(face)?.[1] ?? '',
  weights: (/font-weight: ([\d ]+)/.exec(face)?.[1] ?? '').split(' ').map(Number),
  characters: charactersOf(/unicode-range:([^;]*);/.exec(face)?.[1] ?? ''),
}))

test.each(['Fraunces', 'Figtree'])('each character of %s is in one of its two files', (family) => {
  const [whole, core] = faces.filter((face) => face.family === family)
  if (whole === undefined || core === undefined) throw new Error(`fonts.css lacks a file of ${family}`)
  expect([...whole.characters].filter((character) => core.characters.has(character))).toEqual([])
  expect(core.weights).toEqual(whole.weights)
})

test('stylesheets use only font weights that the loaded faces have', async () => {
  const weightsOf = (name: string) => faces.find(({ family }) => family === name)?.weights ?? []
  const outside: string[] = []
  for (const file of await findFiles(repositoryRoot, ['{apps/*,packages/*}/src/**/*.css'])) {
    if (file.endsWith('/fonts.css')) continue
    const css = await readFile(join(repositoryRoot, file), 'utf8')
    for (const [rule] of css.matchAll(/\{[^{}]*\}/g)) {
      const asked = Number(/font-weight: (\d+)/.exec(rule)?.[1] ?? Number.NaN)
      const [lightest = 0, boldest = 0] = weightsOf(rule.includes('--gw-display') ? 'Fraunces' : 'Figtree')
      if (asked < lightest || asked > boldest) outside.push(`${file}: ${asked}`)
    }
  }
  expect(outside).toEqual([])
})

function charactersOf(ranges: string): ReadonlySet<number> {
  const characters = new Set<number>()
  for (const [, first = '', last = first] of ranges.matchAll(/U\+(\w+)(?:-(\w+))?/g))
    for (let at = Number.parseInt(first, 16); at <= Number.parseInt(last, 16); at += 1) characters.add(at)
  return characters
}
