const json = 114
const jsonb = 3802
const text = 25
const character = 1042
const characterVarying = 1043

/** Types whose value is a JSON text when it is a list or an object. */
const ofJson = new Set([json, jsonb, text, character, characterVarying])

/**
 * A statement's parameter as the text that PostgreSQL reads it from; whether it fits its type is for PostgreSQL to
 * say. PGlite's own way throws at values of an unexpected kind, some of them in the middle of a message, and the next
 * statement on the connection then follows half a message: a transaction stays open for whoever comes next.
 * @param value anything but null and undefined
 * @param type the number of the parameter's type
 */
export function parameterText(value: unknown, type: number): string {
  if (typeof value === 'string') return value
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'no date' : value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value) && !ofJson.has(type)) return arrayText(value)
  return typeof value === 'bigint' || typeof value === 'number'
    ? value.toString()
    : (JSON.stringify(value) ?? 'nothing')
}

function arrayText(values: readonly unknown[]): string {
  const elements = values.map((value) => {
    if (value === null || value === undefined) return 'NULL'
    if (Array.isArray(value)) return arrayText(value)
    return `"${parameterText(value, text).replace(/[\\"]/g, String.raw`\$&`)}"`
  })
  return `{${elements.join(',')}}`
}

/** For PGlite's option `serializers`: the way above for every type there is. */
export const parameterTexts: Record<number, (value: unknown) => string> = new Proxy(
  {},
  { get: (_, type) => (value: unknown) => parameterText(value, Number(type)) },
)
