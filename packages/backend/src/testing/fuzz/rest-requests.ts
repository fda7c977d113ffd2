import * as fc from 'fast-check'
import { apiTables } from '../../verify/rights-checks.ts'
import { foreignNames, fuzzedFunctions, fuzzedTables } from './fuzzed-tables.ts'
import { bodyHeaders, framing, method } from './hostile-headers.ts'
import { anyOf, hostileText, hostileValue, inAddress, jsonBody, weighted, words } from './hostile-values.ts'
import type { FuzzRequest } from './wire.ts'

const operator = fc.constantFrom(
  '',
  ...words(`
    eq neq gt gte lt lte like ilike match imatch in is isdistinct fts plfts phfts wfts cs cd ov sl sr nxr nxl adj
    not.eq not.in eq(any) like(all) fts(english) not.not.eq nonsense not not.match not.imatch match(any) match(all)
    imatch(any) not.imatch(all) not.ilike
  `),
)
const noColumns = anyOf('nothing name->>a name->0->b themes.name id::text * and.id')
const text = inAddress(hostileText)

const columnOf = (table: string): fc.Arbitrary<string> =>
  weighted(
    [12, fc.constantFrom(...(fuzzedTables.get(table)?.columns ?? ['id', 'name']))],
    [3, noColumns],
    [1, text],
  )

const embedded = fc.constantFrom(
  ...words(`
    themes(name) product_themes(themes(*)) categories!inner(*) industry_tags!left(id) leads(*) profiles(*) users(*)
    ...categories(name) x:categories(name) categories!wrong_hint(id) a( a) " "name (((( (id) ) themes(,) themes(name)(id)
    subcategories(subcategory_categories(categories(products(product_themes(themes(name))))))
    count() id.count() name.sum() id::int name::nonsense x:name name->a name->>a ""
  `),
  `${'themes('.repeat(50)}id${')'.repeat(50)}`,
  `subcategories(${'subcategory_categories(categories(subcategory_categories(subcategories('.repeat(3)}id${'))))'.repeat(3)})`,
  Array.from({ length: 12 }, (_, index) => `p${index}:product_themes(themes(*))`).join(','),
)

/** Patterns and lists that cost a database most. */
const expensive = fc.oneof(
  fc
    .tuple(anyOf('match imatch not.match match(any) not.imatch(all)'), fc.integer({ min: 1, max: 8 }))
    .map(([name, groups]) => {
      const references = Array.from({ length: groups }, (_, index) => `\\${index + 1}`).join('')
      return ofList(name, `${'(.+)'.repeat(groups)}.*${references}$`, 1)
    }),
  fc
    .tuple(anyOf('like ilike not.ilike like(any)'), anyOf('%a * _% %%b%'))
    .map(([name, part]) => ofList(name, part.repeat(300), 2)),
  fc.constantFrom(100, 1000).map((length) => `in.(${Array.from({ length }, (_, index) => index).join(',')})`),
)

/** The pattern after its operator, or so many times in a list where the operator takes one. */
function ofList(name: string, pattern: string, times: number): string {
  const encoded = encodeURIComponent(pattern)
  return `${name}.${name.endsWith(')') ? `{${Array.from({ length: times }, () => encoded).join(',')}}` : encoded}`
}

/** One part of a query; the parts of a template are joined. */
const part = (...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc
    .tuple(...parts.map((each) => (typeof each === 'string' ? fc.constant(each) : each)))
    .map((all) => all.join(''))
const listOf = (one: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> =>
  fc.array(one, { maxLength }).map((all) => all.join(','))

const number = fc.constantFrom('', ...words('0 1 5 -1 1.5 99999999999999999999 x 1e3 %20 0x10'))

const otherPart = (column: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    part(anyOf('limit offset themes.limit product_themes.offset'), '=', number),
    part('order=', column, fc.constantFrom('', ...words('.asc .desc.nullslast .nonsense .asc.asc (name)'))),
    part(anyOf('on_conflict columns apikey themes.order'), '=', column),
    anyOf('select=*&select=id limit=1&limit=2 id=is.null&id=not.is.null &&== ? %'),
  )

function queryOf(table: string): fc.Arbitrary<string> {
  const column = columnOf(table)
  const condition = part(column, '.', operator, '.', fc.oneof(text, part('"', text, '"')))
  const query = weighted(
    [6, part('select=', listOf(weighted([3, column], [2, embedded]), 4))],
    [2, part(column, '=', expensive)],
    [1, part(anyOf('or not.and themes.or'), '=(id.is.null,', column, '.', expensive, ')')],
    [7, part(column, '=', operator, '.', text)],
    [2, part(column, '=', anyOf('in not.in ov cs'), '.(', listOf(text, 4), ')')],
    [
      3,
      part(
        anyOf('or and not.or not.and themes.or or.and'),
        '=',
        fc.constantFrom('(', '((', ''),
        listOf(condition, 3),
        ')',
      ),
    ],
    [1, part(column, '=', text)],
    [6, otherPart(column)],
  )
  return fc.array(query, { maxLength: 5 }).map((parts) => parts.join('&'))
}

const tableRequest: fc.Arbitrary<FuzzRequest> = weighted(
  [12, fc.constantFrom(...fuzzedTables.keys())],
  [1, fc.constantFrom(...foreignNames)],
  [1, text],
).chain((table) => {
  const { columns, row } = fuzzedTables.get(table) ?? { columns: ['id'], row: {} }
  return fc.record({
    method,
    target: part(`/rest/v1/${table}?`, queryOf(table)),
    headers: bodyHeaders,
    body: fc.oneof(fc.constant(null), jsonBody(columns, fc.constant(row))),
    framing,
  })
})

const callRequest: fc.Arbitrary<FuzzRequest> = fc
  .constantFrom(...Object.entries(fuzzedFunctions))
  .chain(([name, parameters]) => {
    const argument = parameters.length === 0 ? hostileText : fc.constantFrom(...parameters)
    const pair = part(
      argument.map((key) => encodeURIComponent(key.toWellFormed())),
      '=',
      text,
    )
    const pairs = fc.array(pair, { maxLength: 4 }).map((all) => all.join('&'))
    const more = weighted([5, fc.constant('')], [1, otherPart(columnOf('products'))])
    return fc.record({
      method: weighted([4, anyOf('POST GET')], [1, method]),
      target: part(`/rest/v1/rpc/${name}?`, pairs, '&', more),
      headers: bodyHeaders,
      body: weighted(
        [1, fc.constant(null)],
        [5, jsonBody(parameters, fc.dictionary(argument, hostileValue, { maxKeys: 4 }))],
      ),
      framing,
    })
  })

/** Malformed and hostile requests to the tables and functions. */
export const restRequest: fc.Arbitrary<FuzzRequest> = weighted([5, tableRequest], [2, callRequest])

/** Every row of every table, read, changed and deleted without malice, and one added: what only rights reject. */
export const plainRequests: readonly FuzzRequest[] = apiTables.flatMap(({ name, key, row }) =>
  (['GET', 'POST', 'PATCH', 'DELETE'] as const).map((verb) => ({
    method: verb,
    target: `/rest/v1/${name}${verb === 'POST' ? '' : `?${key[0]}=not.is.null`}`,
    headers: [['content-type', 'application/json']],
    body: verb === 'POST' || verb === 'PATCH' ? Buffer.from(JSON.stringify(row)) : null,
    framing: 'length',
  })),
)
