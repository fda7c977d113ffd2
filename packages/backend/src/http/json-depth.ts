const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = Buffer.from('"\\[]{}')

/**
 * The nesting of what a text may hold, by its brackets, whether they are part of JSON, of a string in it that is JSON
 * itself, or of neither.
 */
export function bracketDepth(text: string): number {
  let [depth, deepest] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    let code = text.charCodeAt(at)
    if (code === backslash && text.startsWith('u00', at + 1)) code = parseInt(text.slice(at + 4, at + 6), 16)
    if (code === openBracket || code === openBrace) deepest = Math.max(deepest, (depth += 1))
    // A text that begins with closing brackets must not make room for what follows it.
    else if (code === closeBracket || code === closeBrace) depth = Math.max(0, depth - 1)
  }
  return deepest
}

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
