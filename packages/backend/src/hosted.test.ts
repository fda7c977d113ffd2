import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sharedServer } from './testing/shared-server.ts'

describe('a server for a hosted project', () => {
  const server = sharedServer({
    SUPABASE_URL: 'https://project.supabase.test/',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_hosted',
  })

  it('a server for a hosted project serves the website and its configuration', async () => {
    expect(await (await fetch(`${server.url}/catalogue`)).text()).toContain('<title>Giftwell</title>')
    expect(await (await fetch(`${server.url}/config.json`)).json()).toEqual({
      supabaseUrl: 'https://project.supabase.test',
      supabaseKey: 'sb_publishable_hosted',
    })
  })

  it('a server for a hosted project allows the page to call that project only', async () => {
    const policy = (await fetch(server.url)).headers.get('content-security-policy')
    expect(policy).toContain("connect-src 'self' https://project.supabase.test wss://project.supabase.test;")
  })

  it('a server for a hosted project starts no backend', async () => {
    expect((await fetch(`${server.url}/rest/v1/themes`)).status).toBe(404)
    expect((await fetch(`${server.url}/auth/v1/settings`)).status).toBe(404)
    expect(existsSync(server.dataFolder)).toBe(false)
    expect(server.database).toBeNull()
  })
})
