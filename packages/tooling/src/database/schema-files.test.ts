import { expect, it } from 'vitest'
import { readSchemaFiles, splitStatements } from './schema-files.ts'

const statements = (await readSchemaFiles()).flatMap(({ script }) => splitStatements(script))

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
