import { type Catalogue, type CatalogueEntry, catalogueDifferences, type Difference } from './catalogue.ts'
import { splitStatements } from './schema-files.ts'

/** The changes to write by hand: a table with data cannot be recreated, and only the author knows what to do with its rows. */
const byHand = new Set(['schema', 'extension', 'table', 'column', 'constraint', 'index'])

/** The differences that the next migration has by hand. */
export const differencesByHand = (differences: readonly Difference[]): Difference[] =>
  differences.filter(({ from, to }) => byHand.has((to ?? from)?.kind ?? ''))

/**
 * The statements that turn the functions, views, triggers, policies, comments and rights of one database into those of another.
 *
 * @param schemas the files of supabase/schemas in order, with the text of functions and views
 * @param former the previous text: its comments on dropped objects stay
 */
export function writeStatements(
  from: Catalogue,
  to: Catalogue,
  schemas: readonly string[],
  former = '',
): string[] {
  const differences = catalogueDifferences(from, to)
  const changed = (kind: string): Difference[] =>
    differences.filter((pair) => (pair.to ?? pair.from)?.kind === kind)
  const newNames = new Set(
    [...to.values()].filter(({ kind }) => kind === 'function').map(({ name }) => bareName(name)),
  )

  // A wrapper that `private.expose` has made is made anew, as is a function with other arguments or another result.
  const replaced = new Map<string, CatalogueEntry>()
  for (const pair of changed('function')) {
    if (pair.from === undefined || !newNames.has(bareName(pair.from.name))) continue
    const isWrapper = isExposed(pair.from.name, schemas)
    if (isWrapper || signature(pair.from) !== signature(pair.to))
      replaced.set(bareName(pair.from.name), pair.from)
  }
  for (const entry of from.values()) {
    const [schema, name] = bareName(entry.name).split('.')
    if (
      entry.kind === 'function' &&
      schema === 'public' &&
      replaced.has(`private.${name}`) &&
      isExposed(entry.name, schemas)
    )
      replaced.set(`public.${name}`, entry)
  }
  const rewritten = new Set([
    ...replaced.keys(),
    ...changed('function').flatMap((pair) => (pair.to === undefined ? [] : [bareName(pair.to.name)])),
    ...changed('view').flatMap((pair) => (pair.to === undefined ? [] : [pair.to.name])),
  ])

  const gone = (kind: string): CatalogueEntry[] =>
    changed(kind).flatMap((pair) => (pair.to === undefined && pair.from !== undefined ? [pair.from] : []))
  const formerLines = former.split('\n')
  const drop = (kind: string, name: string): string => {
    const statement = `drop ${kind} ${name};`
    const note = formerLines[formerLines.indexOf(statement) - 1] ?? ''
    return note.startsWith('--') ? `${note}\n${statement}` : statement
  }
  const isToWrite = (entry: CatalogueEntry): boolean => {
    if (!['trigger', 'policy', 'comment', 'rights'].includes(entry.kind)) return false
    const of = bareName(entry.name.replace('function ', ''))
    if (entry.kind === 'comment' && rewritten.has(of) && isExposed(of, schemas)) return false
    // A function that was made anew has lost its comment and its rights.
    return replaced.has(of) || from.get(`${entry.kind} ${entry.name}`)?.definition !== entry.definition
  }

  return [
    ...changed('policy').flatMap(({ from: former }) => (former ? [drop('policy', former.name)] : [])),
    ...gone('trigger').map(({ name }) => drop('trigger', name)),
    // Wrappers come first, which use the others.
    ...[...replaced.values()].toSorted(publicFirst).map(({ name }) => drop('function', name)),
    ...schemas.flatMap(splitStatements).flatMap((statement) => {
      const name = definedName(statement)
      if (name === undefined || !rewritten.has(name)) return []
      const isNew =
        replaced.has(name) ||
        ![...from.values()].some((entry) => bareName(entry.name) === name && isCode(entry))
      return [
        isNew
          ? withOwnComment(statement)
          : withOwnComment(statement).replace(/^create (?=function|view)/m, 'create or replace '),
      ]
    }),
    ...[...to.values()].filter(isToWrite).map(({ definition }) => definition),
    ...gone('function')
      .filter(({ name }) => !replaced.has(bareName(name)))
      .toSorted(publicFirst)
      .map(({ name }) => drop('function', name)),
    ...gone('view').map(({ name }) => drop('view', name)),
  ]
}

const bareName = (name: string): string => name.replace(/\(.*/s, '')

const isCode = ({ kind }: CatalogueEntry): boolean => kind === 'function' || kind === 'view'

const publicFirst = (one: CatalogueEntry, other: CatalogueEntry): number => other.name.localeCompare(one.name)

/** Arguments and result of a function, which `create or replace` does not change. */
const signature = (entry: CatalogueEntry | undefined): string | undefined =>
  entry?.definition.split('\n LANGUAGE')[0]

/** The function or view that a statement of the schemas creates: its own name, or that of the wrapper. */
function definedName(statement: string): string | undefined {
  const [, created, exposed] =
    /^(?:create (?:function|view) ([\w.]+)|select private\.expose\('(\w+)')/m.exec(statement) ?? []
  return created ?? (exposed && `public.${exposed}`)
}

const isExposed = (name: string, schemas: readonly string[]): boolean =>
  schemas.some((script) =>
    script.includes(`select private.expose('${bareName(name).replace('public.', '')}'`),
  )

/** A statement with the comment that stands directly above it, without what heads a group or a file. */
const withOwnComment = (statement: string): string =>
  /(?:^--[^\n]*\n)*^(?:create|select)[^]*/m.exec(statement)?.[0] ?? statement
