import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rounds } from '../testing/rounds.ts'
import { createColumnValues, parameterText } from './text-format.ts'
import { join } from 'node:path'
import { errorCode } from '../process/errors.ts'
import { copyEmptyDatabase } from '../testing/prepared-database.ts'
import { sharedFolder } from '../testing/shared-folder.ts'
import type { Database } from './database.ts'
import { openPglite } from './open-pglite.ts'

const textArray = 1009
const textType = 25
const values = createColumnValues()
values.registerArrays([[textArray, textType]])
const readArray = values.readerOf(textArray)

it('createColumnValues parses an array of any texts unchanged', () => {
  const texts = fc.array(
    fc.option(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('NULL', '', '{', '"', '\\', ','))),
  )
  fc.assert(
    fc.property(texts, (list) => {
      expect(readArray(parameterText(list, textArray))).toEqual(list)
    }),
    { seed: 20261121, numRuns: rounds(100, 500) },
  )
})

it.each([
  ['{}', []],
  ['{a,NULL,"NULL",b}', ['a', null, 'NULL', 'b']],
  [
    '{{1,2},{3,4}}',
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  ['[0:1]={a,b}', ['a', 'b']],
])('createColumnValues parses the array %s', (text, list) => {
  expect(readArray(text)).toEqual(list)
})

describe('a statement’s parameters on the embedded database', () => {
  const temporary = sharedFolder()
  let database: Database
  beforeAll(async () => {
    await copyEmptyDatabase(join(temporary.path, 'database'))
    database = await openPglite(join(temporary.path, 'database'))
  })
  afterAll(async () => {
    await database.close()
  })

  const scalars = [
    '',
    'text',
    'true',
    'null',
    '{a}',
    'a\u0000b',
    '\ud800',
    true,
    false,
    0,
    -0,
    1.5,
    Infinity,
    10n,
  ]
  const lists = [[], [[]], ['a', null, 'b"\\'], [['a'], 'b'], [{}], [true, 1], [false, ['a']]]
  const objects: object[] = [
    new Date(0),
    new Date(Number.NaN),
    new Uint8Array([1, 2]),
    {},
    { a: 1 },
    { toString: 1 },
  ]
  const values: unknown[] = [...scalars, ...lists, ...objects]
  const types = [
    'text',
    'text[]',
    'uuid',
    'uuid[]',
    'boolean',
    'integer',
    'bigint',
    'numeric',
    'jsonb',
    'bytea',
  ]

  it.each([...types, 'timestamptz', 'date', 'integer[]', 'boolean[]', 'inet'])(
    'a parameter of type %s is accepted or rejected, and the next statement runs outside of its transaction',
    async (type) => {
      const codes: string[] = []
      for (const value of values) {
        await database
          .transaction(async ({ query }) => query(`select cast($1 as ${type}) as one`, [value]))
          .catch((error: unknown) => codes.push(errorCode(error) ?? String(error)))
        const { rows } = await database.query(
          'select pg_current_xact_id_if_assigned() is null as free, 1 as one',
        )
        expect(rows).toEqual([{ free: true, one: 1 }])
      }
      // A PostgreSQL error has a code of five characters.
      expect(codes.filter((code) => !/^[0-9A-Z]{5}$/.test(code))).toEqual([])
    },
  )

  it.each([
    ['text', 'Mug', 'Mug'],
    ['text', true, 'true'],
    ['text', ['a'], '["a"]'],
    ['text[]', ['a"b\\', 'c,d', ''], ['a"b\\', 'c,d', '']],
    ['text[]', [], []],
    ['integer[]', [[1], [2]], [[1], [2]]],
    ['boolean', true, true],
    ['boolean', 'false', false],
    ['jsonb', { a: [1] }, { a: [1] }],
    ['jsonb', [1, 'a'], [1, 'a']],
    ['bytea', new Uint8Array([0, 255]), new Uint8Array([0, 255])],
    ['bigint', 7, 7],
    ['timestamptz', new Date(0), '1970-01-01T00:00:00+00:00'],
  ])('a parameter of type %s with the value %j is stored unchanged', async (type, value, expected) => {
    const { rows } = await database.query(`select cast($1 as ${type}) as one`, [value])
    expect(rows[0]?.['one']).toEqual(expected)
  })

  it('a statement with a NUL character ends its transaction', async () => {
    const failing = database.transaction(async ({ query }) => query('select 1 as "a\u0000b"'))
    await expect(failing).rejects.toMatchObject({ code: '22021' })
    const { rows } = await database.query('select 1 as one')
    expect(rows).toEqual([{ one: 1 }])
  })
})
