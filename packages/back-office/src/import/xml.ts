/** An element of an XML text. */
export interface Element {
  /** The opening tag. */
  readonly tag: string
  readonly inner: string
}

/** The elements of a name, in whatever namespace, that are not inside of each other. Reads the text once. */
export function* elements(xml: string, name: string): Generator<Element> {
  const opening = new RegExp(String.raw`<((?:\w+:)?${name})(?=[\s/>])`, 'g')
  for (let found = opening.exec(xml); found !== null; found = opening.exec(xml)) {
    const inside = xml.indexOf('>', opening.lastIndex) + 1
    if (inside === 0) return
    const tag = xml.slice(found.index, inside)
    if (tag.endsWith('/>')) {
      yield { tag, inner: '' }
      opening.lastIndex = inside
      continue
    }
    const closing = `</${found[1] ?? name}>`
    const close = xml.indexOf(closing, inside)
    if (close === -1) return
    yield { tag, inner: xml.slice(inside, close) }
    opening.lastIndex = close + closing.length
  }
}

/** The first element of a name; its inside is empty without one. */
export function first(xml: string, name: string): Element {
  return elements(xml, name).next().value ?? { tag: '', inner: '' }
}

/** The value of an attribute, in whatever namespace. */
export function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(String.raw`\s(?:\w+:)?${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)
  const value = found?.[1] ?? found?.[2]
  return value === undefined ? undefined : decoded(value)
}

const named: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
}

/** A text with its entities as characters. */
export function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
    (whole, hex?: string, number?: string, name?: string) => {
      if (name !== undefined) return named[name] ?? whole
      const code = hex === undefined ? Number(number) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    },
  )
}
