const json = 114
const jsonb = 3802
const text = 25
const character = 1042
const characterVarying = 1043

/** Types whose value is JSON when the parameter is a list or an object. */
const jsonTypes = new Set([json, jsonb, text, character, characterVarying])

/**
 * Serializes a statement's parameter as PostgreSQL's text; PostgreSQL checks whether it fits its type. PGlite's own
 * serializers throw for unexpected values, some in the middle of a protocol message, which leaves a transaction open
 * for the next request on the connection.
 * @param value anything but null and undefined
 * @param type the OID of the parameter's type
 */
export function parameterText(value: unknown, type: number): string {
  if (typeof value === 'string') return value
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'no date' : value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value) && !jsonTypes.has(type)) return arrayText(value)
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

/** PGlite's option `serializers`, with `parameterText` for every type. */
export const parameterTexts: Record<number, (value: unknown) => string> = new Proxy(
  {},
  { get: (_, type) => (value: unknown) => parameterText(value, Number(type)) },
)
