import { parse as parseArray } from 'postgres-array'

/** OIDs of the types whose values are not returned as text. */
const bool = 16
const bytea = 17
const bigint = 20
const json = 114
const jsonb = 3802
const numeric = 1700
const timestamptz = 1184
/** Dates, and times without a zone. */
const texts = [1082, 1083, 1114, 1266]
/** smallint, integer, oid, real, double precision. */
const plainNumbers = [21, 23, 26, 700, 701]

const readers = new Map<number, (text: string) => unknown>([
  [bool, (text) => text === 't'],
  [bytea, (text) => Buffer.from(text.slice(2), 'hex')],
  [bigint, readBigint],
  [json, readJson],
  [jsonb, readJson],
  [numeric, readNumber],
  [timestamptz, isoTimestamp],
  ...plainNumbers.map((type) => [type, readNumber] as const),
])

/** The parser of each type that the embedded database would read differently. */
export const columnReaders: Readonly<Record<number, (text: string) => unknown>> = Object.fromEntries([
  ...readers,
  ...texts.map((type) => [type, identity] as const),
])

/** Parses column values from PostgreSQL's text format. */
interface ColumnValues {
  /** The parser of a type; dates, times without a zone and unknown types remain text. */
  readerOf(type: number): (text: string) => unknown
  /** Registers array types with the types of their elements. */
  registerArrays(arrays: Iterable<readonly [type: number, element: number]>): void
}

/** Values as a hosted project returns them: ISO timestamps, parsed JSON, and numbers where they are exact. */
export function createColumnValues(): ColumnValues {
  const arrays = new Map<number, (text: string) => unknown>()
  const readerOf = (type: number) => readers.get(type) ?? arrays.get(type) ?? identity
  return {
    readerOf,
    registerArrays(types) {
      for (const [type, element] of types) {
        const reader = readerOf(element)
        arrays.set(type, (text) => parseArray(text, reader))
      }
    },
  }
}

function readBigint(text: string): number | bigint {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

function readNumber(text: string): number | string {
  const number = Number(text)
  return Number.isFinite(number) && String(number) === text ? number : text
}

function readJson(text: string): unknown {
  return JSON.parse(text)
}

function identity(text: string): string {
  return text
}

/**
 * Converts PostgreSQL's text of a `timestamptz` (`2026-11-21 07:15:10.5+00`) to ISO 8601
 * (`2026-11-21T07:15:10.5+00:00`), as a hosted project does. Values without a date, such as `infinity`, are unchanged.
 */
function isoTimestamp(text: string): string {
  return text.replace(
    /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)(:\d\d)?$/,
    (_, date: string, time: string, hours: string, minutes = ':00') => `${date}T${time}${hours}${minutes}`,
  )
}

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
