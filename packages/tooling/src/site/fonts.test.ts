import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { findFiles, repositoryRoot } from '../repository-root.ts'

const ui = join(repositoryRoot, 'packages', 'shared', 'src', 'ui')
const sheets = ['fonts-rest.css', 'fonts.css'].map((name) => readFile(join(ui, name), 'utf8'))
const sheet = (await Promise.all(sheets)).join('')
const faces = [...sheet.matchAll(/@font-face \{([^}]*)\}/g)].map(([, face = '']) => ({
  family: /font-family: '(\w+)/.exec(face)?.[1] ?? '',
  weights: (/font-weight: ([\d ]+)/.exec(face)?.[1] ?? '').split(' ').map(Number),
  file: /url\('([^']+)'\)/.exec(face)?.[1] ?? '',
  characters: charactersOf(/unicode-range:([^;]*);/.exec(face)?.[1] ?? ''),
}))

test.each(['Fraunces', 'Figtree'])('each character of %s is in one of its two files', (family) => {
  const [whole, core] = faces.filter((face) => face.family === family)
  if (whole === undefined || core === undefined) throw new Error(`The stylesheets lack a file of ${family}`)
  expect([...whole.characters].filter((character) => core.characters.has(character))).toEqual([])
  expect(core.weights).toEqual(whole.weights)
})

test.each(faces.filter(({ file }) => file.startsWith('fonts/')))(
  '$file has a glyph for each character of its unicode-range',
  async ({ file, characters }) => {
    const glyphs = charactersIn(await readFile(join(ui, file)))
    expect([...characters].filter((character) => !glyphs.has(character)).map(asCodePoint)).toEqual([])
  },
)

// Lighthouse's phone loads three files at once, in windows of seven packets of 1,460 bytes with their headers: the first
// file on the connection of the page in two of them, the others on new ones in one.
test.each([
  ['fraunces-core.woff2', 16_000],
  ['figtree-core.woff2', 9200],
])('%s weighs at most %i bytes', async (file, most) => {
  expect((await readFile(join(ui, 'fonts', file))).length).toBeLessThanOrEqual(most)
})

test('stylesheets use only font weights that the loaded faces have', async () => {
  const weightsOf = (name: string) => faces.find(({ family }) => family === name)?.weights ?? []
  const outside: string[] = []
  for (const file of findFiles(repositoryRoot, ['{apps/*,packages/*}/src/**/*.css'])) {
    if (/\/fonts(?:-rest)?\.css$/.test(file)) continue
    const css = await readFile(join(repositoryRoot, file), 'utf8')
    for (const [rule] of css.matchAll(/\{[^{}]*\}/g)) {
      const asked = Number(/font-weight: (\d+)/.exec(rule)?.[1] ?? Number.NaN)
      const [lightest = 0, boldest = 0] = weightsOf(
        rule.includes('--mantine-font-family-headings') ? 'Fraunces' : 'Figtree',
      )
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

function asCodePoint(character: number): string {
  return `U+${character.toString(16).toUpperCase()}`
}

/** The characters of a WOFF2 file: those of its `cmap` table, in format 4 or 12. */
function charactersIn(font: Buffer): ReadonlySet<number> {
  const cmap = tableOf(font)
  const characters = new Set<number>()
  for (let record = 0; record < cmap.readUInt16BE(2); record += 1) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + 8 * record + 4))
    const format = table.readUInt16BE(0)
    const count = format === 12 ? table.readUInt32BE(12) : format === 4 ? table.readUInt16BE(6) / 2 : 0
    for (let segment = 0; segment < count; segment += 1) {
      const [first, last] =
        format === 12
          ? [table.readUInt32BE(16 + 12 * segment), table.readUInt32BE(20 + 12 * segment)]
          : [table.readUInt16BE(16 + 2 * count + 2 * segment), table.readUInt16BE(14 + 2 * segment)]
      for (let at = first; at <= last; at += 1) characters.add(at)
    }
  }
  return characters
}

const [cmapTag, glyfTag, locaTag, ownTag] = [0, 10, 11, 63]

/** The `cmap` table of a WOFF2 file (https://www.w3.org/TR/WOFF2/#table_dir_format). */
function tableOf(font: Buffer): Buffer {
  let at = 48
  const readLength = () => {
    let length = 0
    for (;;) {
      const byte = font.readUInt8(at++)
      length = length * 128 + (byte & 127)
      if (byte < 128) return length
    }
  }
  let [start, length, end] = [0, 0, 0]
  for (let table = 0; table < font.readUInt16BE(12); table += 1) {
    const flags = font.readUInt8(at++)
    const tag = flags & 63
    if (tag === ownTag) at += 4
    const plain = readLength()
    const untransformed = tag === glyfTag || tag === locaTag ? 3 : 0
    const stored = flags >> 6 === untransformed ? plain : readLength()
    if (tag === cmapTag) [start, length] = [end, stored]
    end += stored
  }
  return brotliDecompressSync(font.subarray(at, at + font.readUInt32BE(20))).subarray(start, start + length)
}
