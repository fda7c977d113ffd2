/**
 * Reads PostgreSQL's text of an array (`{a,"b c",NULL,{…}}`) into a list of its elements, lists in lists included.
 * @param element reads the text of one element
 */
export function readArrayText(text: string, element: (text: string) => unknown): unknown[] {
  // An array that does not begin at 1 says so in front: [0:1]={a,b}.
  let at = text.indexOf('{') + 1
  const readList = (): unknown[] => {
    const list: unknown[] = []
    while (at < text.length && text[at] !== '}') {
      if (text[at] === ',') at += 1
      list.push(readElement())
    }
    at += 1
    return list
  }
  const readElement = (): unknown => {
    if (text[at] === '{') {
      at += 1
      return readList()
    }
    if (text[at] === '"') return element(readQuoted())
    const begin = at
    while (at < text.length && text[at] !== ',' && text[at] !== '}') at += 1
    const plain = text.slice(begin, at)
    return plain.toUpperCase() === 'NULL' ? null : element(plain)
  }
  const readQuoted = (): string => {
    let value = ''
    for (at += 1; at < text.length && text[at] !== '"'; at += 1) {
      if (text[at] === '\\') at += 1
      value += text[at] ?? ''
    }
    at += 1
    return value
  }
  return readList()
}
