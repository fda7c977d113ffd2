import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { findFiles } from '../find-files.ts'
import { repositoryRoot } from '../repository-root.ts'
import { fontCoverage } from './font-tables.ts'

const ui = join(repositoryRoot, 'packages', 'shared', 'src', 'ui')
const sheet = await readFile(join(ui, 'fonts.css'), 'utf8')
const faces = [...sheet.matchAll(/@font-face \{([^}]*)\}/g)].map(([, face = '']) => ({
  family: /font-family: '(\w+)/.exec(face)?.[1] ?? '',
  weights: (/font-weight: ([\d ]+)/.exec(face)?.[1] ?? '').split(' ').map(Number),
  path: /url\('([^']+)'\)/.exec(face)?.[1] ?? '',
  characters: charactersOf(/unicode-range:([^;]*);/.exec(face)?.[1] ?? ''),
}))
const coverage = async (path: string) =>
  fontCoverage(
    await readFile(path.startsWith('@') ? join(repositoryRoot, 'node_modules', path) : join(ui, path)),
  )

describe.each(['Fraunces', 'Figtree'])('of %s', (family) => {
  const [whole, core] = faces.filter((face) => face.family === family)
  if (whole === undefined || core === undefined) throw new Error(`The style sheet has not both parts`)

  test('what is loaded first has every character that is looked for in it, and every weight', async () => {
    const { characters, weights } = await coverage(core.path)
    expect([...core.characters].filter((character) => !characters.has(character))).toEqual([])
    expect(core.weights).toEqual(weights)
    expect(whole.weights).toEqual(weights)
  })

  test('every character is looked for in one file, and none of the whole is given up', async () => {
    const all = (await coverage(whole.path)).characters
    const invisible = new Set([0x0d, 0xad])
    expect([...whole.characters].filter((character) => core.characters.has(character))).toEqual([])
    expect(
      [...all].filter(
        (character) =>
          !whole.characters.has(character) && !core.characters.has(character) && !invisible.has(character),
      ),
    ).toEqual([])
  })
})

test('no style sheet asks for a weight that its face has not', async () => {
  const weightsOf = (name: string) => faces.find(({ family }) => family === name)?.weights ?? []
  const outside: string[] = []
  for (const file of await findFiles(repositoryRoot, ['{apps/*,packages/shared}/src/**/*.css'])) {
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
