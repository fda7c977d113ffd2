import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { knownMigrations } from '@giftwell/backend/database/migrations.ts'

import { findFiles, repositoryRoot } from '../repository-root.ts'

/** The file with the sums of the released migrations, by their files. */
export const releasedFile = join(repositoryRoot, 'supabase/released.json')

/** The migrations of releases, and those that the repository has. */
interface Migrations {
  /** The sum of each released migration, by its file. */
  readonly released: Readonly<Record<string, string>>
  /** The sum and the SQL of each migration of the repository, by its file. */
  readonly found: Readonly<Record<string, { readonly sum: string; readonly script: string }>>
  /** Files of the folder that are applied nowhere, since their names are not those of a migration. */
  readonly ignored?: readonly string[]
}

/** Reads the released migrations, and those in the folder. */
export async function readMigrations(): Promise<Migrations> {
  const folder = join(repositoryRoot, 'supabase/migrations')
  const known = await knownMigrations(folder)
  const found = Object.fromEntries(known.map(({ file, sum, script }) => [file, { sum, script }]))
  return {
    // Written by release.ts.
    released: JSON.parse(await readFile(releasedFile, 'utf8')) as Migrations['released'],
    found,
    ignored: findFiles(folder, ['*']).filter((file) => !(file in found)),
  }
}

/** The released migrations that were changed, renamed or removed, and new ones that would be applied out of order. */
export function brokenReleases({ released, found, ignored = [] }: Migrations): string[] {
  const newest = Object.keys(released).toSorted().at(-1) ?? ''
  const isNew = (file: string): boolean => !(file in released)
  return [
    ...Object.keys(released)
      .filter((file) => found[file]?.sum !== released[file])
      .map(
        (file) =>
          `supabase/migrations/${file} is part of a release and ${file in found ? 'was changed' : 'is missing'}; restore it, and write the change into a new migration.`,
      ),
    ...Object.keys(found)
      .filter((file) => isNew(file) && file.slice(0, 14) <= newest.slice(0, 14))
      .map(
        (file) =>
          `supabase/migrations/${file} is new and sorts before ${newest}, which is part of a release, so that databases of the release would apply it out of order; name it by a later time.`,
      ),
    ...ignored.map(
      (file) =>
        `supabase/migrations/${file} is not named as a migration, so that it is applied nowhere; name it by its time, such as 20270131120000_topic.sql.`,
    ),
  ]
}

/** The comment on a statement with the release since which servers no longer use the removed object. */
const note = /--.*\bunused since \d+\.\d+\.\d+\b/

/**
 * Statements of new migrations that would break the version before, which serves beside the new one during an update, without
 * a comment: drops, renames, and a `not null` without a default. The patterns are simple.
 */
export function breakingStatements({ released, found }: Migrations): string[] {
  if (Object.keys(released).length === 0) return []
  return Object.entries(found)
    .filter(([file]) => !(file in released))
    .flatMap(([file, { script }]) => {
      const statements = statementsOf(script)
      const code = statements.map(withoutComments)
      return code
        .filter((statement, at) => isBreaking(statement, code.join(';')) && !note.test(statements[at] ?? ''))
        .map(
          (statement) =>
            `supabase/migrations/${file}: "${statement.trim().replaceAll(/\s+/g, ' ').slice(0, 80)}" breaks the version before, which still serves during an update. Stop using it in one release, do this in a later one, and write that above it: -- unused since 1.1.0`,
        )
    })
}

/** The statements of a script, with their comments and without the contents of strings. */
function statementsOf(script: string): string[] {
  return script
    .replaceAll(/'(?:[^']|'')*'|--[^\n]*/g, (found) =>
      found.startsWith('--') ? found.replaceAll(';', ',') : "''",
    )
    .split(';')
}

const withoutComments = (statement: string): string => statement.replaceAll(/--[^\n]*/g, '')

/** The words after `drop` for objects that may be dropped, since they only check or speed up. */
const harmlessDrops = /^(index|trigger|policy|constraint|default|not|identity|expression)$/i

/** @param script the code of the statement's file */
function isBreaking(statement: string, script: string): boolean {
  const drops = [...statement.matchAll(/\bdrop\s+(\w+)(?:\s+if\s+exists)?(?:\s+([\w."]+))?/gi)]
  const requirements = [...statement.matchAll(/\balter\s+(?:column\s+)?([\w"]+)\s+set\s+not\s+null\b/gi)]
  const additions = statement.split(/\badd\s+(?=column\b)/i).slice(1)
  return (
    /\balter\b[^$]*\brename\b/i.test(statement) ||
    drops.some(([, kind = '', name = '']) => {
      // A function with other arguments replaces one; the API's is generated from the one in `private`.
      const isReplaced =
        kind.toLowerCase() === 'function' &&
        has(script, String.raw`\bcreate\s+(or\s+replace\s+)?function\s+\w+\.${name.split('.').at(-1)}\s*\(`)
      return !harmlessDrops.test(kind) && !isReplaced
    }) ||
    requirements.some(([, name = '']) => !has(script, String.raw`\b${name}\b[^,;]*\bdefault\b`)) ||
    additions.some((column) => /\bnot\s+null\b/i.test(column) && !/\b(default|generated)\b/i.test(column))
  )
}

const has = (script: string, pattern: string): boolean => new RegExp(pattern, 'i').test(script)
