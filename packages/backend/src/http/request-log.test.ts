import { expect, test } from 'vitest'
import type { LogLevel } from '../process/terminal.ts'
import { createRequestLog, loggedPath } from './request-log.ts'

const answered = { id: 'r1', method: 'GET', path: '/rest/v1/themes', status: 200, ms: 3.4 }

function linesAt(level: LogLevel, ...requests: Partial<typeof answered>[]): unknown[] {
  const lines: unknown[] = []
  const log = createRequestLog(
    (line) => lines.push(JSON.parse(line)),
    level,
    () => new Date(0),
  )
  log.failed('r1', 'TypeError')
  for (const request of requests) log.answered({ ...answered, ...request })
  return lines
}

test('a failed request is logged in one line with its id, path, status and kind', () => {
  expect(linesAt('warn', { status: 500 })).toEqual([
    {
      time: '1970-01-01T00:00:00.000Z',
      level: 'error',
      event: 'request',
      id: 'r1',
      method: 'GET',
      path: '/rest/v1/themes',
      status: 500,
      ms: 3,
      error: 'TypeError',
    },
  ])
})

test('the kind of a failure is logged once', () => {
  const [, second] = linesAt('info', { status: 500 }, { status: 500 })
  expect(second).not.toHaveProperty('error')
})

test.each([
  ['error', [500]],
  ['warn', [500, 503, 201]],
  ['info', [500, 503, 404, 200, 201]],
] as const)('at the level %s the answers %j have lines', (level, statuses) => {
  const requests = [
    { status: 500 },
    { status: 503 },
    { status: 404 },
    { status: 200 },
    { status: 201, ms: 1000 },
  ]
  expect(linesAt(level, ...requests)).toMatchObject(statuses.map((status) => ({ status })))
})

test.each([
  ['/', '/'],
  ['/rest/v1/rpc/catalogue_page', '/rest/v1/rpc/catalogue_page'],
  ['/admin/client-logos', '/admin/client-logos'],
  ['/storage/v1/object/product-images/0.123.png', '/storage/v1/object/product-images/*'],
  ['/rest/v1/asha@acme.test', '/rest/v1/*'],
  ['/rest/v1/sb_secret_aB3', '/rest/v1/*'],
  ['/auth/v1/eyJhbGciOiJIUzI1NiJ9.e30.x', '/auth/v1/*'],
  ['/auth/v1/a1b2c3d4', '/auth/v1/*'],
  ['/%61sha', '/*'],
  [`/${'a'.repeat(200)}`, '/*'],
  ['/a/b/c/d/e/f/g/h/i/j', '/a/b/c/d/e/f/g/…'],
])('the path %s is logged as %s', (path, logged) => {
  expect(loggedPath(path)).toBe(logged)
})
