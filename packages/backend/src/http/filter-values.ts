/** Values of a request's filters that travel beside it, each under the word that stands in its place. */
export type SetAside = Map<string, string>

/**
 * Takes the values out of a table query that the library would misread, and puts a word of its own in the place of
 * each: behind `or=` it knows no escapes in quoted values, keeps the quotes of a pattern and counts brackets inside of
 * quotes; elsewhere it takes `null` and `12.50` for something other than the text that they are in PostgREST.
 * @param query changed in place
 * @param id makes the words unlike anything that a request could hold
 */
export function setValuesAside(query: URLSearchParams, id: string): SetAside {
  const aside: SetAside = new Map()
  const standIn = (value: string): string => {
    const word = `value-${aside.size}-of-${id}`
    aside.set(word, value)
    return word
  }
  const changed = [...query].map(([name, value]): [string, string] => {
    if (isReserved(name)) return [name, value]
    return [name, isLogic(name) ? logicWithout(value, standIn) : filterWithout(value, standIn)]
  })
  for (const name of new Set(query.keys())) query.delete(name)
  for (const [name, value] of changed) query.append(name, value)
  return aside
}

type StandIn = (value: string) => string

/** Parameters that are no filters, of the table itself or of one that is embedded. */
function isReserved(name: string): boolean {
  return /^(?:.+\.)?(?:select|order|limit|offset|on_conflict|columns|apikey)$/.test(name)
}

function isLogic(name: string): boolean {
  return /^(?:.+\.)?(?:or|and)$/.test(name)
}

/** `name.eq."Mug, \"tall\""`, anywhere in a tree of conditions. */
const quotedValue = /(?<=\.(eq|neq|gt|gte|lt|lte|like|ilike|match|imatch)\.)"((?:[^"\\]|\\.)*)"/gs

function logicWithout(tree: string, standIn: StandIn): string {
  return tree.replace(quotedValue, (_, operator: string, escaped: string) => {
    const value = escaped.replace(/\\(.)/gs, '$1')
    // Where the API reads a pattern, an asterisk is its other name for the percent sign.
    return standIn(operator.endsWith('like') ? value.replaceAll('*', '%') : value)
  })
}

function filterWithout(filter: string, standIn: StandIn): string {
  const [, operator = '', value = ''] =
    /^((?:not\.)?(?:eq|neq|gt|gte|lt|lte|match|imatch)\.)(.*)$/s.exec(filter) ?? []
  return operator !== '' && isMisread(value) ? operator + standIn(value) : filter
}

function isMisread(value: string): boolean {
  if (value !== value.trim() || /^(?:null|not_null|unknown)$/i.test(value) || /^".*"$/s.test(value))
    return true
  const number = Number(value)
  return value !== '' && Number.isFinite(number) && String(number) !== value
}
