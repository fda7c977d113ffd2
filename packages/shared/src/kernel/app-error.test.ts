import { expect, test } from 'vitest'

import { rowIn, rowsIn, toAppError } from './app-error.ts'
import { noResponseInTime } from './with-timeout.ts'

test.each([
  ['23505', 'conflict'],
  ['42501', 'forbidden'],
  ['23514', 'invalid'],
  ['PGRST116', 'missing'],
  ['PT404', 'missing'],
  ['PT409', 'stale'],
  ['XX000', 'unexpected'],
])('the code %s is classified as %s, with the server’s message', (code, kind) => {
  expect(toAppError({ code, message: 'As the server says' })).toMatchObject({
    kind,
    message: 'As the server says',
  })
})

const sessionEnded = 'Your session is over: sign in again in another tab, then try again here.'

test.each([
  ['42501', 'permission denied for table categories', sessionEnded],
  [
    '42501',
    'new row violates row-level security policy for table "categories"',
    'You may not change this: your account is not an administrator’s.',
  ],
  ['PGRST303', 'JWT expired', sessionEnded],
  ['PGRST301', 'The token is no longer valid', sessionEnded],
])('the code %s with "%s" says what that means', (code, message, words) => {
  expect(toAppError({ code, message }).message).toBe(words)
})

test.each([
  'TypeError: Failed to fetch',
  'NetworkError when attempting to fetch resource.',
  'TypeError: Load failed',
])('a request that never got an answer ("%s") is offline, and says so in plain words', (message) => {
  const error = toAppError({ code: '', message })
  expect(error).toMatchObject({
    kind: 'offline',
    message: 'You are offline. Try again once you are back online.',
    cause: { message },
  })
})

test.each([
  ['duplicate key value violates unique constraint "categories_name_unique"', 'categories_name_unique'],
  [
    'new row for relation "products" violates check constraint "products_video_url_form"',
    'products_video_url_form',
  ],
  ['permission denied', undefined],
])('the error of "%s" names the constraint %s', (message, constraint) => {
  expect(toAppError({ code: '23514', message }).constraint).toBe(constraint)
})

test('a request that timed out says so, and counts as offline', () => {
  expect(toAppError({ code: '', message: `Error: ${noResponseInTime}` })).toMatchObject({
    kind: 'offline',
    message: noResponseInTime,
  })
})

test.each([
  '<!doctype html><title>Wireless network: sign in</title>',
  '\n<html>The server could not fetch it',
  'SyntaxError: Unexpected token \'<\', "<html>" is not valid JSON',
])('an answer that is none of the server’s (%j) is not shown to people', (message) => {
  expect(toAppError({ message })).toMatchObject({
    kind: 'unexpected',
    message: 'The server’s answer could not be read. Please try again.',
  })
})

const unreadable = 'The server’s answer could not be read. Please try again.'
test('rows are returned unchanged, also when there are none', () => {
  expect(rowsIn([{ id: 'a' }])).toEqual([{ id: 'a' }])
  expect(rowsIn([])).toEqual([])
})

// Whatever the types say, a proxy may answer so.
test.each([{}, null, 'nonsense', 7])('%j is not a list of rows', (nonsense) => {
  expect(() => rowsIn(nonsense as unknown[])).toThrow(unreadable)
})

test.each([{}, [], null, { id: 7 }])('%j is not a written row', (nonsense) => {
  expect(() => rowIn(nonsense as { id: string })).toThrow(unreadable)
})

test('a rejection in the database’s own words names its constraint in the details', () => {
  const details = 'It violates the constraint "products_image_url_stored".'
  expect(toAppError({ code: '23514', message: 'Choose it again', details })).toMatchObject({
    kind: 'invalid',
    message: 'Choose it again',
    constraint: 'products_image_url_stored',
  })
})

test('a written row is returned unchanged', () => {
  expect(rowIn({ id: 'a', version: 2 })).toEqual({ id: 'a', version: 2 })
})
