import { expect, test } from 'vitest'
import { malformedRequestCause } from './malformed-request-cause.ts'

function withStack(error: Error, file: string): Error {
  error.stack = `${error.name}: ${error.message}\n    at node:internal/process:1:1\n    at handle (file:///site/${file}:12:5)`
  return error
}

test.each([
  [Object.assign(new Error('invalid text'), { code: '22P02' }), 'request'],
  [Object.assign(new Error('invalid token'), { code: 'ERR_JWS_INVALID' }), 'request'],
  [Object.assign(new Error('duplicate key'), { code: '23505' }), null],
  [withStack(new TypeError('library'), 'node_modules/@supabase/lite/dist/index.js'), 'library'],
  [withStack(new TypeError('own code'), 'packages/backend/src/main.ts'), null],
  [withStack(new Error('not a language error'), 'node_modules/hono/index.js'), null],
  ['no error', null],
])('malformedRequestCause of %s is %s', (error, cause) => {
  expect(malformedRequestCause(error)).toBe(cause)
})
