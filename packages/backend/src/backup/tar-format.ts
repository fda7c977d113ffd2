/**
 * The tar format (POSIX ustar, with a pax record for a name that is too long for its field), as much of it as a
 * backup needs: plain files. Any tar program reads what is written here.
 */
export const tarBlock = 512

/** The end of an archive. */
export const tarEnd = Buffer.alloc(2 * tarBlock)

/** What goes before a file's bytes. */
export function tarHeader(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) <= longestName) return header(name, size, 'file')
  const record = paxRecord(name)
  return Buffer.concat([
    header('pax-header', record.byteLength, 'pax'),
    record,
    tarPadding(record.byteLength),
    header(`long/${name.slice(-40).replace(/[^\w.-]/g, '_')}`, size, 'file'),
  ])
}

/** What goes behind a file's bytes, up to a whole block. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((tarBlock - (size % tarBlock)) % tarBlock)
}

/** A header that was read; the pax record's own bytes hold the name of the file that follows. */
export interface TarHeader {
  readonly name: string
  readonly size: number
  readonly kind: 'file' | 'pax'
}

/** @returns null for the block of zeros that ends an archive @throws Error when it is no header of a plain file */
export function parseTarHeader(block: Buffer): TarHeader | null {
  if (block.every((byte) => byte === 0)) return null
  if (octal(block, 148, 8) !== checksum(block)) throw new Error('A header is damaged.')
  const kind = kinds.find(([, flag]) => flag === block.toString('latin1', 156, 157))?.[0]
  if (kind === undefined) throw new Error('There is something else than plain files.')
  return { name: text(block, 0, longestName), size: octal(block, 124, 12), kind }
}

/** The name in a pax record. @throws Error when there is none */
export function parsePaxName(record: Buffer): string {
  const name = /^\d+ path=([^\n]+)\n$/.exec(record.toString('utf8'))?.[1]
  if (name === undefined) throw new Error('A long name is damaged.')
  return name
}

const longestName = 100
const kinds = [
  ['file', '0'],
  ['pax', 'x'],
] as const

function header(name: string, size: number, kind: TarHeader['kind']): Buffer {
  const block = Buffer.alloc(tarBlock)
  block.write(name, 0, 'utf8')
  block.write('0000600\0', 100) // mode: the owner's alone
  block.write('0000000\0', 108)
  block.write('0000000\0', 116)
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  block.write('00000000000\0', 136) // time: the manifest says it once
  block.write(kind === 'file' ? '0' : 'x', 156)
  block.write('ustar\x0000', 257, 'latin1')
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

/** `27 path=mail/…\n`, whose first number is the length of the whole, itself included. */
function paxRecord(name: string): Buffer {
  const rest = Buffer.byteLength(` path=${name}\n`)
  const first = rest + String(rest).length
  const length = rest + String(first).length
  return Buffer.from(`${length} path=${name}\n`)
}

/** The sum of a header's bytes, those of the sum itself counted as spaces. */
function checksum(block: Buffer): number {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)
}

function text(block: Buffer, at: number, length: number): string {
  const end = block.indexOf(0, at)
  return block.toString('utf8', at, end === -1 ? at + length : Math.min(end, at + length))
}

function octal(block: Buffer, at: number, length: number): number {
  const digits = text(block, at, length).trim()
  if (!/^[0-7]{1,11}$/.test(digits)) throw new Error('A header is damaged.')
  return Number.parseInt(digits, 8)
}
