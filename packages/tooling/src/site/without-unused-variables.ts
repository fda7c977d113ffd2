const declaration = /(--[\w-]+)\s*:([^;{}]*)(;|(?=\}))/g
const use = /var\(\s*(--[\w-]+)/g

/**
 * The rules without the variables that nothing uses: neither a property of theirs nor the HTML, be it by way of other
 * variables.
 * @param html with the style elements and attributes in it
 */
export function withoutUnusedVariables(css: string, html: string): string {
  const attributes = [...html.matchAll(/ style="([^"]*)"/g)].map((match) => match[1]).join(';')
  const sheets = css + [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map((match) => match[1]).join('')
  const usedBy = new Map<string, string[]>()
  for (const [, name = '', value = ''] of sheets.matchAll(declaration))
    usedBy.set(name, [...(usedBy.get(name) ?? []), ...usesIn(value)])

  const used = new Set<string>()
  const waiting = [...usesIn(attributes), ...usesIn(sheets.replaceAll(declaration, ''))]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name)) continue
    used.add(name)
    waiting.push(...(usedBy.get(name) ?? []))
  }
  return css.replaceAll(declaration, (text, name: string) => (used.has(name) ? text : ''))
}

function usesIn(text: string): readonly string[] {
  return [...text.matchAll(use)].map((match) => match[1] ?? '')
}
