import { parse as parseArray } from 'postgres-array'

/** PostgreSQL's type numbers, of types whose values are not answered as their text. */
const bool = 16
const bytea = 17
const bigint = 20
const json = 114
const jsonb = 3802
const numeric = 1700
/** PostgreSQL's type number of `timestamptz`. */
export const timestamptzType = 1184
/** smallint, integer, oid, real, double precision. */
const plainNumbers = [21, 23, 26, 700, 701]

const readers = new Map<number, (text: string) => unknown>([
  [bool, (text) => text === 't'],
  [bytea, (text) => Buffer.from(text.slice(2), 'hex')],
  [bigint, readBigint],
  [json, readJson],
  [jsonb, readJson],
  [numeric, readNumber],
  [timestamptzType, isoTimestamp],
  ...plainNumbers.map((type) => [type, readNumber] as const),
])

/** Reads values of a column from PostgreSQL's text of them. */
export interface ColumnValues {
  /** How to read a type; dates and times without a zone, and types that nothing is known of, stay texts. */
  readerOf(type: number): (text: string) => unknown
  /** Tells of the types that are arrays, with the type of their elements. */
  learnArrays(arrays: Iterable<readonly [type: number, element: number]>): void
}

/** Values as a hosted project answers them: ISO timestamps, JSON as what it holds, numbers as numbers where they stay exact. */
export function createColumnValues(): ColumnValues {
  const arrays = new Map<number, (text: string) => unknown>()
  const readerOf = (type: number) => readers.get(type) ?? arrays.get(type) ?? asItIs
  return {
    readerOf,
    learnArrays(learnt) {
      for (const [type, element] of learnt) {
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

function asItIs(text: string): string {
  return text
}

/**
 * Turns PostgreSQL's text of a `timestamptz` (`2026-11-21 07:15:10.5+00`) into ISO 8601
 * (`2026-11-21T07:15:10.5+00:00`), as a hosted project answers. Values without a date, such as `infinity`, stay.
 */
export function isoTimestamp(text: string): string {
  return text.replace(
    /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)(:\d\d)?$/,
    (_, date: string, time: string, hours: string, minutes = ':00') => `${date}T${time}${hours}${minutes}`,
  )
}
