/**
 * The pattern of `ilike` for texts that contain another one, each of whose characters stands for itself. The API takes
 * every `*` for a wildcard and knows no way to escape it; `_` is at least only one character.
 */
export function patternOf(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '_')}%`
}
