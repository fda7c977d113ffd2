import { brotliDecompressSync } from 'node:zlib'

/** The tables that are named by a number in a WOFF2 file, by that number, as far as they are read here. */
const numbered: Readonly<Record<number, string>> = { 0: 'cmap', 10: 'glyf', 11: 'loca', 47: 'fvar' }
const headerBytes = 48

/** What a font can show. */
export interface FontCoverage {
  readonly characters: ReadonlySet<number>
  /** The weights that its one axis reaches. */
  readonly weights: readonly [lightest: number, boldest: number]
}

/**
 * Reads which characters and weights a variable WOFF2 font has.
 * @throws when it is of another kind than those of this product
 */
export function fontCoverage(font: Buffer): FontCoverage {
  const tables = readTables(font)
  const [cmap, fvar] = [tables.get('cmap'), tables.get('fvar')]
  if (cmap === undefined || fvar === undefined) throw new Error('The font has no characters or no weights')
  const axis = fvar.readUInt16BE(4)
  return {
    characters: charactersIn(cmap),
    weights: [fvar.readInt32BE(axis + 4) / 65_536, fvar.readInt32BE(axis + 12) / 65_536],
  }
}

function readTables(font: Buffer): ReadonlyMap<string, Buffer> {
  let at = headerBytes
  const number = (): number => {
    let value = 0
    for (;;) {
      const byte = font.readUInt8(at)
      at += 1
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }
  const directory = Array.from({ length: font.readUInt16BE(12) }, () => {
    const flags = font.readUInt8(at)
    at += (flags & 63) === 63 ? 5 : 1
    const tag = numbered[flags & 63]
    const length = number()
    // Of the outlines and their places zero means that they are packed, of all others that they are as they were.
    const isPacked = (tag === 'glyf' || tag === 'loca') === (flags >> 6 === 0)
    return { tag, length: isPacked ? number() : length }
  })
  const content = brotliDecompressSync(font.subarray(at, at + font.readUInt32BE(20)))
  const tables = new Map<string, Buffer>()
  let place = 0
  for (const { tag, length } of directory) {
    if (tag !== undefined) tables.set(tag, content.subarray(place, place + length))
    place += length
  }
  return tables
}

/** From the table's part for the basic plane, which all of these fonts have (format 4). */
function charactersIn(cmap: Buffer): ReadonlySet<number> {
  const characters = new Set<number>()
  for (let part = 0; part < cmap.readUInt16BE(2); part += 1) {
    const at = cmap.readUInt32BE(4 + 8 * part + 4)
    if (cmap.readUInt16BE(at) !== 4) continue
    const segments = cmap.readUInt16BE(at + 6) / 2
    for (let segment = 0; segment < segments; segment += 1) {
      const last = cmap.readUInt16BE(at + 14 + 2 * segment)
      const first = cmap.readUInt16BE(at + 16 + 2 * (segments + segment))
      // The last segment only says that it is the last.
      if (last === 0xff_ff) continue
      for (let character = first; character <= last; character += 1) characters.add(character)
    }
  }
  if (characters.size === 0) throw new Error('The font lists its characters in another way')
  return characters
}
