import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedServer } from './testing/shared-server.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'
import { portOf } from './testing/port-of.ts'

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

describe('a server for a hosted project whose owner has set a name and an icon', () => {
  const picture = '/storage/v1/object/public/product-images/7.png'
  const asked: string[] = []
  const project = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end(JSON.stringify({ name: 'Meridian', icon_url: picture }))
  })
  let server: TestServer
  let url: string
  beforeAll(async () => {
    url = `http://127.0.0.1:${await portOf(project)}`
    server = await startTestServer({ SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_hosted' })
  })
  afterAll(async () => {
    await server.close()
    project.close()
  })

  it('has them on every page, from one request for a while', async () => {
    for (const path of ['/', '/catalogue', '/admin']) {
      expect(await (await fetch(`${server.url}${path}`)).text()).toContain('<title>Meridian</title>')
    }
    const icon = await fetch(`${server.url}/favicon.svg`, { redirect: 'manual' })
    expect(icon.headers.get('location')).toBe(url + picture)
    expect(asked).toEqual(['/rest/v1/rpc/site_details'])
  })
})
