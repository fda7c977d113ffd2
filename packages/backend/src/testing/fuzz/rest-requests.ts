import * as fc from 'fast-check'
import type { FuzzRequest } from './fuzz-request.ts'
import { foreignNames, fuzzedFunctions, fuzzedTables } from './fuzzed-tables.ts'
import { contentType, framing, hostileHeaders, method } from './hostile-headers.ts'
import { hostileText, hostileValue, inAddress, jsonBody } from './hostile-values.ts'

const operators = [
  ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch', 'in', 'is', 'isdistinct'],
  ['fts', 'plfts', 'phfts', 'wfts', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj', 'not.eq', 'not.in'],
  ['eq(any)', 'like(all)', 'fts(english)', 'not.not.eq', 'nonsense', 'not', ''],
  ['not.match', 'not.imatch', 'match(any)', 'match(all)', 'imatch(any)', 'not.imatch(all)', 'not.ilike'],
].flat()

const operator = fc.constantFrom(...operators)

function columnOf(table: string): fc.Arbitrary<string> {
  const own = fuzzedTables.get(table)?.columns ?? ['id', 'name']
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...own) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        'nothing',
        'name->>a',
        'name->0->b',
        'themes.name',
        'id::text',
        '*',
        'and.id',
      ),
    },
    { weight: 1, arbitrary: inAddress(hostileText) },
  )
}

const embedded = fc.constantFrom(
  ...[
    [
      'themes(name)',
      'product_themes(themes(*))',
      'categories!inner(*)',
      'industry_tags!left(id)',
      'leads(*)',
    ],
    ['profiles(*)', 'users(*)', '...categories(name)', 'x:categories(name)', 'categories!wrong_hint(id)'],
    ['subcategories(subcategory_categories(categories(products(product_themes(themes(name))))))', 'a(', 'a)'],
    [
      '"',
      '"name',
      '((((',
      '(id)',
      ')',
      'themes(,)',
      'themes(name)(id)',
      `${'themes('.repeat(50)}id${')'.repeat(50)}`,
    ],
    [
      `subcategories(${'subcategory_categories(categories(subcategory_categories(subcategories('.repeat(3)}id${'))))'.repeat(3)})`,
      Array.from({ length: 12 }, (_, index) => `p${index}:product_themes(themes(*))`).join(','),
    ],
    [
      'count()',
      'id.count()',
      'name.sum()',
      'id::int',
      'name::nonsense',
      'x:name',
      'name->a',
      'name->>a',
      '""',
    ],
  ].flat(),
)

const select = (table: string): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof({ weight: 3, arbitrary: columnOf(table) }, { weight: 2, arbitrary: embedded }), {
      maxLength: 4,
    })
    .map((parts) => `select=${parts.join(',')}`)

/** Patterns and lists that cost a database most. */
const expensive = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('match', 'imatch', 'not.match', 'match(any)', 'not.imatch(all)'),
      fc.integer({ min: 1, max: 8 }),
    )
    .map(([name, groups]) => {
      const references = Array.from({ length: groups }, (_, index) => `\\${index + 1}`).join('')
      const pattern = encodeURIComponent(`${'(.+)'.repeat(groups)}.*${references}$`)
      return `${name}.${name.endsWith(')') ? `{${pattern}}` : pattern}`
    }),
  fc
    .tuple(
      fc.constantFrom('like', 'ilike', 'not.ilike', 'like(any)'),
      fc.constantFrom('%a', '*', '_%', '%%b%'),
    )
    .map(([name, part]) => {
      const pattern = encodeURIComponent(part.repeat(300))
      return `${name}.${name.endsWith(')') ? `{${pattern},${pattern}}` : pattern}`
    }),
  fc.constantFrom(100, 1000).map((length) => `in.(${Array.from({ length }, (_, index) => index).join(',')})`),
)

const filter = (table: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.tuple(columnOf(table), expensive).map((pair) => pair.join('=')) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('or', 'not.and', 'themes.or'), columnOf(table), expensive)
        .map(([logic, column, condition]) => `${logic}=(id.is.null,${column}.${condition})`),
    },
    {
      weight: 8,
      arbitrary: fc
        .tuple(columnOf(table), operator, inAddress(hostileText))
        .map(([column, name, value]) => `${column}=${name}.${value}`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          columnOf(table),
          fc.constantFrom('in', 'not.in', 'ov', 'cs'),
          fc.array(inAddress(hostileText), { maxLength: 4 }),
        )
        .map(([column, name, values]) => `${column}=${name}.(${values.join(',')})`),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          fc.constantFrom('or', 'and', 'not.or', 'not.and', 'themes.or', 'or.and'),
          fc.array(
            fc
              .tuple(columnOf(table), operator, inAddress(hostileText), fc.boolean())
              .map(([column, name, value, quoted]) => `${column}.${name}.${quoted ? `"${value}"` : value}`),
            { maxLength: 3 },
          ),
          fc.constantFrom('(', '((', ''),
        )
        .map(([logic, parts, open]) => `${logic}=${open}${parts.join(',')})`),
    },
    { weight: 1, arbitrary: fc.tuple(columnOf(table), inAddress(hostileText)).map((pair) => pair.join('=')) },
  )

const number = fc.constantFrom(
  '0',
  '1',
  '5',
  '-1',
  '1.5',
  '99999999999999999999',
  'x',
  '',
  '1e3',
  '%20',
  '0x10',
)

const others = (table: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom('limit', 'offset', 'themes.limit', 'product_themes.offset'), number)
      .map((pair) => pair.join('=')),
    fc
      .tuple(
        columnOf(table),
        fc.constantFrom('', '.asc', '.desc.nullslast', '.nonsense', '.asc.asc', '(name)'),
      )
      .map(([column, direction]) => `order=${column}${direction}`),
    fc
      .tuple(fc.constantFrom('on_conflict', 'columns', 'apikey', 'themes.order'), columnOf(table))
      .map((pair) => pair.join('=')),
    fc.constantFrom('select=*&select=id', 'limit=1&limit=2', 'id=is.null&id=not.is.null', '&&==', '?', '%'),
  )

const tableRequest: fc.Arbitrary<FuzzRequest> = fc
  .oneof(
    { weight: 12, arbitrary: fc.constantFrom(...fuzzedTables.keys()) },
    { weight: 1, arbitrary: fc.constantFrom(...foreignNames) },
    { weight: 1, arbitrary: inAddress(hostileText) },
  )
  .chain((table) => {
    const { columns, row } = fuzzedTables.get(table) ?? { columns: ['id'], row: {} }
    const part = fc.oneof(
      { weight: 2, arbitrary: select(table) },
      { weight: 5, arbitrary: filter(table) },
      { weight: 2, arbitrary: others(table) },
    )
    return fc.record({
      method,
      target: fc.array(part, { maxLength: 5 }).map((parts) => `/rest/v1/${table}?${parts.join('&')}`),
      headers: fc.tuple(contentType, hostileHeaders).map(([one, other]) => [...one, ...other]),
      body: fc.oneof(fc.constant(null), jsonBody(columns, fc.constant(row))),
      framing,
    })
  })

const callRequest: fc.Arbitrary<FuzzRequest> = fc
  .constantFrom(...Object.entries(fuzzedFunctions))
  .chain(([name, parameters]) => {
    const argument = parameters.length === 0 ? hostileText : fc.constantFrom(...parameters)
    const query = fc.array(
      fc
        .tuple(argument, inAddress(hostileText))
        .map(([key, value]) => `${encodeURIComponent(key.toWellFormed())}=${value}`),
      { maxLength: 4 },
    )
    return fc.record({
      method: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom('POST', 'GET') },
        { weight: 1, arbitrary: method },
      ),
      target: fc
        .tuple(
          query,
          fc.oneof({ weight: 5, arbitrary: fc.constant('') }, { weight: 1, arbitrary: others('products') }),
        )
        .map(([parts, more]) => `/rest/v1/rpc/${name}?${[...parts, more].join('&')}`),
      headers: fc.tuple(contentType, hostileHeaders).map(([one, other]) => [...one, ...other]),
      body: fc.oneof(
        { weight: 1, arbitrary: fc.constant(null) },
        { weight: 5, arbitrary: jsonBody(parameters, fc.dictionary(argument, hostileValue, { maxKeys: 4 })) },
      ),
      framing,
    })
  })

/** Malformed and hostile requests to the tables and functions. */
export const restRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 5, arbitrary: tableRequest },
  { weight: 2, arbitrary: callRequest },
)
