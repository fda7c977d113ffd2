import { spawnSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'

import { afterEach, describe, expect, test } from 'vitest'

import { configuredConnection, findBackend, requireAllOrNothing } from './connection.ts'
import { portOf } from '@giftwell/backend/testing/port-of.ts'

let server: Server | undefined

afterEach(async () => {
  await new Promise((resolve) => (server === undefined ? resolve(null) : server.close(resolve)))
  server = undefined
})

/** A site on this machine that answers every question with one text. Resolves with its port. */
async function serve(text: string, status = 200): Promise<string> {
  server = createServer((request, response) => {
    response.writeHead(request.url === '/config.json' ? status : 404)
    response.end(text)
  })
  return String(await portOf(server))
}

const hosted = { SUPABASE_URL: 'https://abc.supabase.example', SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_1' }

describe('the backend of npm run desktop', () => {
  test('is that of the site that runs on this machine', async () => {
    const port = await serve('{"supabaseUrl":"https://db.example","supabaseKey":"k"}')
    expect(await findBackend({ PORT: port })).toEqual({
      supabaseUrl: 'https://db.example',
      supabaseKey: 'k',
      siteOrigin: `http://127.0.0.1:${port}`,
    })
  })

  test('is at the site’s origin where the site names no other', async () => {
    const port = await serve('{"supabaseUrl":"/","supabaseKey":"k"}')
    expect(await findBackend({ PORT: port })).toHaveProperty('supabaseUrl', `http://127.0.0.1:${port}`)
  })

  test('is the hosted project that the environment names, without asking a user', async () => {
    expect(await findBackend({ ...hosted, PORT: '1' })).toEqual({
      supabaseUrl: hosted.SUPABASE_URL,
      supabaseKey: hosted.SUPABASE_PUBLISHABLE_KEY,
      siteOrigin: 'http://127.0.0.1:1',
    })
    expect(await findBackend({ ...hosted, SITE_URL: 'https://gifts.example/' })).toHaveProperty(
      'siteOrigin',
      'https://gifts.example',
    )
  })

  test.each([
    ['<!doctype html>', 200],
    ['{"supabaseUrl":"https://db.example"}', 200],
    ['{"supabaseUrl":"http://[","supabaseKey":"k"}', 200],
    ['{"supabaseUrl":"https://db.example","supabaseKey":"k"}', 500],
  ])('is not %s with status %i', async (text, status) => {
    const port = await serve(text, status)
    await expect(findBackend({ PORT: port })).rejects.toThrow(/is no site of Giftwell/)
  })

  test('that is still starting says so', async () => {
    const port = await serve('Starting', 503)
    await expect(findBackend({ PORT: port })).rejects.toThrow(/is still starting/)
  })

  test('half of a hosted project is refused in words', async () => {
    await expect(findBackend({ SUPABASE_URL: hosted.SUPABASE_URL })).rejects.toThrow(
      /SUPABASE_PUBLISHABLE_KEY/,
    )
  })

  test('where no site answers, the command says what to do and ends with status 1', async () => {
    const port = await serve('')
    await new Promise((resolve) => server?.close(resolve))
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'desktop-command.ts')],
      { env: { PATH: process.env['PATH'], PORT: port }, encoding: 'utf8' },
    )
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toBe(
      `No site answers at http://127.0.0.1:${port}. Run \`npm start\` in another terminal (the same PORT for both), or ` +
        'name a hosted project with SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY.\n',
    )
  })
})

describe('what npm run build builds in', () => {
  test('is nothing unless both the project and the website are named', () => {
    expect(configuredConnection({}, null)).toBeNull()
    expect(configuredConnection(hosted, null)).toBeNull()
    expect(configuredConnection({ SITE_URL: 'https://gifts.example' }, null)).toBeNull()
    expect(configuredConnection({ ...hosted, SITE_URL: 'https://gifts.example' }, null)).toEqual({
      supabaseUrl: hosted.SUPABASE_URL,
      supabaseKey: hosted.SUPABASE_PUBLISHABLE_KEY,
      siteOrigin: 'https://gifts.example',
    })
  })
})

describe('an app that is handed out', () => {
  const whole = { ...hosted, SITE_URL: 'https://gifts.example' }

  test('knows its website, or is meant to ask', () => {
    expect(() => requireAllOrNothing(whole)).not.toThrow()
    expect(() =>
      requireAllOrNothing({ SUPABASE_URL: '', SUPABASE_PUBLISHABLE_KEY: ' ', SITE_URL: '' }),
    ).not.toThrow()
  })

  test.each([
    [hosted, 'SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY are set without SITE_URL'],
    [{ SITE_URL: whole.SITE_URL }, 'SITE_URL is set without SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY'],
  ])('is not built with half a connection: %j', (env, sentence) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, '..', 'build', 'build-command.ts'), 'desktop', '--for-release'],
      { env: { PATH: process.env['PATH'], ...env }, encoding: 'utf8' },
    )
    expect(status).toBe(1)
    expect(stderr).toContain(`The desktop app could not be built: ${sentence}: an app for one website`)
  })
})
