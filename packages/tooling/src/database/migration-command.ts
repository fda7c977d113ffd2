import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMigrations } from '../repository/released-migrations.ts'
import { repositoryRoot } from '../repository-root.ts'
import { catalogueDifferences, describeDifference, readCatalogue } from './catalogue.ts'
import { openEmbeddedDatabase } from './embedded-database.ts'
import { readSchemaFiles, readSchemas } from './schema-files.ts'
import { differencesByHand, writeStatements } from './write-migration.ts'

// `npm run migration -- NAME`: writes or rewrites the migration from the database of all others to that of
// supabase/schemas. The text above and below its generated lines stays.

const folder = join(repositoryRoot, 'supabase/migrations')
const head = '-- Written by npm run migration from supabase/schemas.'
const foot = '-- Written until here.'

const fail = (reason: string): never => {
  console.error(reason)
  process.exit(1)
}

const [, , name = ''] = process.argv
if (!/^[a-z][a-z0-9_]*$/.test(name))
  fail('Name the migration in snake_case: npm run migration -- shorter_names')

const { found, released } = await readMigrations()
const files = Object.keys(found).toSorted()
const own = files.find((file) => !(file in released) && file.slice(15, -4) === name)
// Databases with a later migration must also get this one.
const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
const file = own !== undefined && own === files.at(-1) ? own : `${time}_${name}.sql`
if (file <= (files.at(-1) ?? '') && file !== own)
  fail(`${files.at(-1)} has a later time than this machine's clock`)

const text =
  own === undefined
    ? `-- ${name.replaceAll('_', ' ')}\nselect set_config('lock_timeout', '5s', true);\n\n${head}\n${foot}\n`
    : await readFile(join(folder, own), 'utf8')
const [above = '', rest] = text.split(`${head}\n`)
const [former = '', below] = rest?.split(foot) ?? []
if (below === undefined)
  fail(`${own} has lost the lines between which statements are written: "${head}" and "${foot}"`)

await using database = await openEmbeddedDatabase(own)
const schemas = await readSchemas()
await database.pglite.exec(`begin; ${above}`)
const before = await readCatalogue(database.pglite)
const scripts = (await readSchemaFiles()).map(({ script }) => script)
const statements = writeStatements(before, schemas.objects, scripts, former)
await writeFile(
  join(folder, file),
  [above, head, '\n', statements.map((one) => `${one}\n`).join('\n'), foot, below].join(''),
)
if (own !== undefined && own !== file) await rm(join(folder, own))
console.error(`Wrote ${statements.length} statements into supabase/migrations/${file}`)

let left = differencesByHand(catalogueDifferences(before, schemas.objects))
if (left.length === 0) {
  // A function may use objects written by hand, so it is tried once they are complete.
  await database.pglite.exec(`${statements.join('\n')} ${below}`)
  left = catalogueDifferences(await readCatalogue(database.pglite), schemas.objects)
}
if (left.length > 0)
  fail(
    `Write above the line "${head}" what becomes of these, then run this again:\n${left.map(describeDifference).join('\n')}`,
  )
