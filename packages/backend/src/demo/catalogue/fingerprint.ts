import { createHash } from 'node:crypto'

/** A whole number below 2^32 that depends on the text alone: what a random choice would be, the same on every run. */
export function fingerprint(text: string): number {
  return createHash('sha1').update(text).digest().readUInt32BE(0)
}

/** A UUID (version 5 in form) that depends on the kind and name of a thing alone. */
export function demoId(kind: string, name: string): string {
  const key = `giftwell demo ${kind}: ${name}`
  const known = ids.get(key)
  if (known !== undefined) return known
  const made = uuidOf(key)
  ids.set(key, made)
  return made
}

// The tags' ids are asked for thousands of times.
const ids = new Map<string, string>()

function uuidOf(key: string): string {
  const hex = createHash('sha1').update(key).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `${variant}${hex.slice(18, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** The name that a picture has in the bucket: a number and `.webp` (specification, section 3). */
export function imageName(of: string): string {
  return `${createHash('sha1').update(`giftwell picture ${of}`).digest().readUIntBE(0, 6) + 1_000_000_000}.webp`
}
