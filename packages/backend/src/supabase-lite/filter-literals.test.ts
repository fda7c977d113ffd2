import { expect, it } from 'vitest'
import { extractLiterals } from './filter-literals.ts'

/** The query for the library, with each placeholder as `<value>`. */
function understood(query: string): string {
  const params = new URLSearchParams(query)
  const aside = extractLiterals(params, 'id')
  let shown = [...params].map(([name, value]) => `${name}=${value}`).join('&')
  for (const [word, value] of aside) shown = shown.replace(word, `<${value}>`)
  return shown
}

it.each([
  [
    String.raw`or=(name.gt."Mug, \"tall\"",and(name.eq."Mug, \"tall\"",id.gt.7))`,
    'or=(name.gt.<Mug, "tall">,and(name.eq.<Mug, "tall">,id.gt.7))',
  ],
  [String.raw`or=(name.eq."back\\slash")`, String.raw`or=(name.eq.<back\slash>)`],
  ['or=(name.not.eq."smile :)",id.gt.7)', 'or=(name.not.eq.<smile :)>,id.gt.7)'],
  ['or=(name.ilike."%a,b*")', 'or=(name.ilike.<%a,b%>)'],
  ['or=(name.imatch."a*")', 'or=(name.imatch.<a*>)'],
  [String.raw`and=(name.eq."x.eq.\"y\"")`, 'and=(name.eq.<x.eq."y">)'],
  ['not.or=(name.eq."a b")', 'not.or=(name.eq.<a b>)'],
  ['themes.or=(name.eq."a,b")', 'themes.or=(name.eq.<a,b>)'],
])('extractLiterals takes quoted values out of %s', (query, expected) => {
  expect(understood(query)).toBe(expected)
})

it.each([
  ['name=eq.null', 'name=eq.<null>'],
  ['name=gte.12.50', 'name=gte.<12.50>'],
  ['name=eq.%22quoted%22', 'name=eq.<"quoted">'],
  ['name=not.eq.0x1F', 'name=not.eq.<0x1F>'],
  ['name=eq.%20padded', 'name=eq.< padded>'],
  ['themes.name=eq.Unknown', 'themes.name=eq.<Unknown>'],
])('extractLiterals takes a misread value out of %s', (query, expected) => {
  expect(understood(query)).toBe(expected)
})

it.each([
  'select=id,name&order=name.asc&limit=25&offset=0',
  'themes.order=name.desc&themes.limit=05',
  'columns="name"&on_conflict=id',
  'version=eq.1&id=eq.00000000-0000-4000-8000-000000000001',
  'is_sample=eq.true&order_index=is.null&id=in.(1,"2")',
  'name=ilike.%a*&created_at=gte.2026-01-01T00:00:00.123456Z',
  'name=eq.&name=eq.Mug',
  'or=(created_at.lt.2026-01-01,and(created_at.eq.2026-01-01,id.gt.7))',
])('extractLiterals does not change %s', (query) => {
  expect(understood(query)).toBe(query)
})
