import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../repository-root.ts'
import { readSchemaFiles, splitStatements } from './schema-files.ts'

const schemas = await readSchemaFiles()
const statements = schemas.flatMap(({ script }) => splitStatements(script))

/** The functions of the schemas, each with its statement, without the comments above it. */
const functions = statements.flatMap((statement) => {
  const [text, name = ''] = /^create (?:or replace )?function ([\w.]+)[^]*/m.exec(statement) ?? []
  return text === undefined ? [] : [{ name, lines: text.split('\n').length }]
})

it('the schemas define each function once', () => {
  const names = functions.map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

it('no function of the schemas has more than 80 lines', () => {
  expect(functions.length).toBeGreaterThan(300)
  expect(functions.filter(({ lines }) => lines > 80)).toEqual([])
})

it('a function of the API is described in at most 300 characters; what is longer is a comment above it', () => {
  const described = statements.flatMap((statement) => {
    const pattern =
      /^(?:select private\.expose\('(\w+)',\s*|comment on function public\.(\w+) is\s+)'((?:[^']|'')*)'/m
    const [, exposed, commented, text = ''] = pattern.exec(statement) ?? []
    const name = exposed ?? commented
    return name === undefined ? [] : [{ name, length: text.replaceAll("''", "'").length }]
  })
  expect(described.length).toBeGreaterThan(100)
  expect(described.filter(({ length }) => length > 300)).toEqual([])
})

it('a day is one of India: the day of the server, in UTC, is named neither in the schemas nor in their tests', async () => {
  const folder = join(repositoryRoot, 'supabase/tests')
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'))
  const tests = await Promise.all(
    files.map(async (file) => ({ file, script: await readFile(join(folder, file), 'utf8') })),
  )
  expect(tests.length).toBeGreaterThan(50)
  const ofServer =
    /\b(?:current_date|current_time|localtime|localtimestamp)\b|to_char\((?:now|clock_timestamp)\(\),/i
  const named = [...schemas, ...tests].filter(({ script }) => ofServer.test(script))
  expect(named.map(({ file }) => file)).toEqual([])
})
