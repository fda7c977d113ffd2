import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPglite } from '@giftwell/backend/database/open-pglite.ts'
import { ensureSystemSchema } from '@giftwell/backend/database/system-schema.ts'
import { repositoryRoot } from '../repository-root.ts'
import { cachedFolder } from '../system/cached-folder.ts'
import {
  type Catalogue,
  catalogueDifferences,
  describeDifference,
  type Queryable,
  readCatalogue,
  readRows,
} from './catalogue.ts'

const folder = join(repositoryRoot, 'supabase/schemas')

/** The files of supabase/schemas in their order: each uses only what those before it make. */
export async function readSchemaFiles(): Promise<{ readonly file: string; readonly script: string }[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  return Promise.all(
    files.map(async (file) => ({ file, script: await readFile(join(folder, file), 'utf8') })),
  )
}

/** The result of the schemas on an empty database: its objects and rows. */
export async function readSchemas(): Promise<{ readonly objects: Catalogue; readonly rows: Catalogue }> {
  const files = ['packages/backend/src/database/*', 'packages/tooling/src/database/*', 'supabase/schemas/*']
  const sources = { files: [...files, 'package-lock.json'], except: ['**/*.test.ts'], settings: null }
  const cached = await cachedFolder('schemas', sources, async (made) => {
    await mkdir(made, { recursive: true })
    await using database = await openPglite(join(made, 'database'), false)
    await database.transaction(async (session) => {
      await ensureSystemSchema(session)
      for (const { file, script } of await readSchemaFiles())
        await session.run(script).catch((error: unknown) => {
          throw new Error(`supabase/schemas/${file} failed`, { cause: error })
        })
    })
    const catalogues = [await readCatalogue(database), await readRows(database)]
    await writeFile(join(made, 'catalogues.json'), JSON.stringify(catalogues.map((read) => [...read])))
  })
  // Written above.
  const [objects, rows] = JSON.parse(await readFile(join(cached, 'catalogues.json'), 'utf8')) as [
    [string, never][],
    [string, never][],
  ]
  return { objects: new Map(objects), rows: new Map(rows) }
}

/** Lists a database's differences from the schemas: objects and, in a database without other data, rows. */
export async function differencesFromSchemas(database: Queryable, comparesRows: boolean): Promise<string[]> {
  const { objects, rows } = await readSchemas()
  return [
    ...catalogueDifferences(await readCatalogue(database), objects),
    ...(comparesRows ? catalogueDifferences(await readRows(database), rows) : []),
  ].map(describeDifference)
}

/** The statements of a script, each with the comments above it. Semicolons within texts and bodies of functions end none. */
export function splitStatements(script: string): string[] {
  const statements: string[] = []
  let start = 0
  for (const { 0: token, index } of script.matchAll(/--[^\n]*|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[^]*?\1|;/g)) {
    if (token !== ';') continue
    statements.push(script.slice(start, index + 1).trim())
    start = index + 1
  }
  return statements
}
