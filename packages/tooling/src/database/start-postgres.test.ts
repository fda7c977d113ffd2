import { existsSync } from 'node:fs'
import postgres from 'postgres'
import { expect, it } from 'vitest'
import { startPostgres } from './start-postgres.ts'

it(
  'starts a server on loopback that keeps nothing once it is stopped',
  { timeout: 60_000 },
  async ({ skip }) => {
    const server = await startPostgres()
    if ('skipped' in server) return skip(server.skipped)
    const client = postgres(server.url, { max: 1 })
    const [found] = await client`
    select current_setting('listen_addresses') as listening, current_setting('data_directory') as folder`
    await client.end()
    expect(found?.['listening']).toBe('127.0.0.1')
    expect(existsSync(String(found?.['folder']))).toBe(true)

    await server.stop()

    expect(existsSync(String(found?.['folder']))).toBe(false)
    const late = postgres(server.url, { max: 1, connect_timeout: 2 })
    await expect(late`select 1`).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await late.end()
  },
)
