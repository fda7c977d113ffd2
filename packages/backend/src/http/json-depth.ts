const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = Buffer.from('"\\[]{}')

/**
 * The nesting of a JSON text, without parsing it. Bytes that are no JSON have some nesting, too.
 * @returns 0 for a plain value
 */
export function jsonDepth(bytes: Uint8Array): number {
  let [depth, deepest] = [0, 0]
  let isQuoted = false
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case quote:
        isQuoted = !isQuoted
        break
      case backslash:
        if (isQuoted) at += 1
        break
      case openBracket:
      case openBrace:
        if (!isQuoted) deepest = Math.max(deepest, (depth += 1))
        break
      case closeBracket:
      case closeBrace:
        if (!isQuoted) depth -= 1
        break
      default:
    }
  }
  return deepest
}
