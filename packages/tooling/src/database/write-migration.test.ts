import { describe, expect, it } from 'vitest'
import { type Catalogue, catalogueDifferences, describeDifference } from './catalogue.ts'
import { splitStatements } from './schema-files.ts'
import { differencesByHand, writeStatements } from './write-migration.ts'

const catalogue = (...entries: (readonly [kind: string, name: string, definition: string])[]): Catalogue =>
  new Map(entries.map(([kind, name, definition]) => [`${kind} ${name}`, { kind, name, definition }]))

/** A function as the catalogue prints it. */
const printed = (name: string, body: string, result = 'text') =>
  [
    'function',
    name,
    `CREATE OR REPLACE FUNCTION ${name}\n RETURNS ${result}\n LANGUAGE sql\nAS ${body}`,
  ] as const

const greet = `-- Greets;
-- politely.
create function private.greet(name text) returns text
language sql as $$ select 'Good; day' $$;`
const exposed = `select private.expose('greet', 'A greeting; for everyone.');`
const file = `-- About greetings.\n\n${greet}\n\n${exposed}\n`
const rights = [
  'rights',
  'function private.greet(name text)',
  'revoke all on function private.greet(name text) from public;',
] as const

describe('a migration from the schemas', () => {
  it('has the text and the comment of a changed function as they stand in the schemas', () => {
    const from = catalogue(printed('private.greet(name text)', 'old'), rights)
    const to = catalogue(printed('private.greet(name text)', 'new'), rights)
    expect(writeStatements(from, to, [file])).toEqual([
      greet.replace('create function', 'create or replace function'),
    ])
  })

  it('makes a function with other arguments anew, with its wrapper and its rights', () => {
    const from = catalogue(printed('private.greet()', 'x'), printed('public.greet()', 'y'))
    const to = catalogue(
      printed('private.greet(name text)', 'x'),
      printed('public.greet(name text)', 'y'),
      rights,
    )
    expect(writeStatements(from, to, [file])).toEqual([
      'drop function public.greet();',
      'drop function private.greet();',
      greet,
      exposed,
      rights[2],
    ])
  })

  it('makes a function with another result anew, though its wrapper is the same, and repeats its rights', () => {
    const wrapper = printed('public.greet(name text)', 'y')
    const from = catalogue(printed('private.greet(name text)', 'x', 'name'), wrapper, rights)
    const to = catalogue(printed('private.greet(name text)', 'x'), wrapper, rights)
    expect(writeStatements(from, to, [file])).toEqual([
      'drop function public.greet(name text);',
      'drop function private.greet(name text);',
      greet,
      exposed,
      rights[2],
    ])
  })

  it('drops at its end what the schemas no longer have, and keeps the note on it', () => {
    const from = catalogue(
      printed('private.gone()', 'x'),
      printed('public.gone()', 'x'),
      ['trigger', 'old on public.leads', 'create or replace trigger old;'],
      ['policy', '"staff read" on public.leads', 'create policy "staff read" using (true);'],
      rights,
    )
    const to = catalogue(
      ['policy', '"staff read" on public.leads', 'create policy "staff read" using (false);'],
      [rights[0], rights[1], 'revoke and grant;'],
    )
    const former = '-- unused since 1.1.0\ndrop function public.gone();\n'
    expect(writeStatements(from, to, [file], former)).toEqual([
      'drop policy "staff read" on public.leads;',
      'drop trigger old on public.leads;',
      'create policy "staff read" using (false);',
      'revoke and grant;',
      '-- unused since 1.1.0\ndrop function public.gone();',
      'drop function private.gone();',
    ])
  })

  it('leaves tables to its author, and names what differs', () => {
    const from = catalogue(
      ['column', 'public.leads.name', '2 text'],
      ['index', 'public.leads_old', 'create index'],
    )
    const to = catalogue(['column', 'public.leads.name', '2 text not null'], ['table', 'public.orders', 'r'])
    expect(writeStatements(from, to, [file])).toEqual([])
    expect(differencesByHand(catalogueDifferences(from, to)).map(describeDifference)).toEqual([
      'column public.leads.name differs: "2 text" in the migrations, "2 text not null" in the schemas',
      'index public.leads_old is in the migrations alone',
      'table public.orders is in the schemas alone: r',
    ])
  })

  it('takes semicolons within texts, comments and bodies for no end of a statement', () => {
    expect(splitStatements(file)).toEqual([`-- About greetings.\n\n${greet}`, exposed])
  })
})
