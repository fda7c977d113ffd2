/** The text of a file in UTF-8, UTF-16 or, where it is neither, Windows-1252, without a byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // Latin letters in UTF-16 have a zero beside each.
  if (second === 0 && bytes[3] === 0) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0 && bytes[2] === 0) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const separators = [',', ';', '\t', '|']

/** The separator that the first line has most of, outside of quotes. */
function separatorOf(text: string): string {
  const firstLine = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text.slice(0, 65_536))?.[0] ?? ''
  const unquoted = firstLine.replaceAll(/"(?:[^"]|"")*"/g, '')
  const counts = separators.map((separator) => unquoted.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

/** The rows of a CSV text with any usual separator. Cells may be quoted and hold line breaks; a quote is never an error. */
export function* csvRows(text: string): Generator<string[]> {
  const separator = separatorOf(text)
  const plain = new RegExp(String.raw`[^\r\n${separator === '\t' ? String.raw`\t` : separator}]*`, 'y')
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      at += 1
      for (;;) {
        const quote = text.indexOf('"', at)
        cell += text.slice(at, quote === -1 ? text.length : quote)
        at = quote === -1 ? text.length : quote + 1
        if (text[at] !== '"') break
        cell += '"'
        at += 1
      }
    }
    plain.lastIndex = at
    cell += plain.exec(text)?.[0] ?? ''
    at = plain.lastIndex
    row.push(cell)
    if (text[at] === separator) {
      at += 1
      if (at < text.length) continue
      row.push('')
    } else if (text[at] === '\r' && text[at + 1] === '\n') at += 2
    else at += 1
    yield row
    row = []
  }
}
