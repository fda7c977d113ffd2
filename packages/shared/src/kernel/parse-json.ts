/** Parses JSON that may be damaged, or written by something else; null for what is none. */
export function parseJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
