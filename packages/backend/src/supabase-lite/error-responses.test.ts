import { describe, expect, it, test } from 'vitest'
import { malformedRequestCause, restErrorResponse } from './gateway.ts'

const databaseError = (code: string): Error =>
  Object.assign(new Error('said by the database'), { code, hint: 'try this' })

describe('restErrorResponse', () => {
  it.each([
    ['23514', 400],
    ['23502', 400],
    ['P0001', 400],
    ['P0002', 500],
    ['28000', 403],
    ['0LP01', 403],
  ])('restErrorResponse to %s has status %i and the database’s message', async (code, status) => {
    const answer = restErrorResponse(databaseError(code))
    expect(answer?.status).toBe(status)
    expect(await answer?.json()).toEqual({
      code,
      message: 'said by the database',
      details: null,
      hint: 'try this',
    })
  })

  it.each(['XX000', '40001', '55P03', '58030', '42P17'])('restErrorResponse to %s is null', (code) => {
    expect(restErrorResponse(databaseError(code))).toBeNull()
  })

  it.each(['53300', '08006'])('restErrorResponse reports a busy database for %s', async (code) => {
    const answer = restErrorResponse(databaseError(code))
    expect(answer?.status).toBe(503)
    expect(await answer?.text()).not.toContain('said by the database')
  })

  it.each([undefined, null, 'text', new Error('no code'), Object.assign(new Error('x'), { code: 'ENOENT' })])(
    'restErrorResponse to an error of another kind is null: %s',
    (error) => {
      expect(restErrorResponse(error)).toBeNull()
    },
  )
})

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
