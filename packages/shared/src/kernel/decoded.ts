/** A part of an address without its escapes; null where they cannot be read. */
export function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
