import { stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { version } from '../process/version.ts'
import { sharedServer } from '../testing/shared-server.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

/** GETs with headers that `fetch` does not let one set. */
async function get(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sent.on('error', reject).end()
  })
}

/** The values of the metrics by their names with labels. */
async function scrape(server: TestServer): Promise<Record<string, number>> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => {
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), Number(line.slice(end + 1))]
    }),
  )
}

describe('/metrics', () => {
  const server = sharedServer()

  it('/metrics is Prometheus text in which each metric has a type and each line is a sample', async () => {
    const answer = await fetch(`${server.url}/metrics`)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'no-store',
    ])
    const text = await answer.text()
    expect(text.endsWith('\n')).toBe(true)
    const typed: (string | undefined)[] = [
      ...text.matchAll(/^# TYPE (\w+) (?:counter|gauge|histogram)$/gm),
    ].map(([, name]) => name)
    expect(new Set(typed).size).toBe(typed.length)
    for (const line of text.trimEnd().split('\n')) {
      if (line.startsWith('# HELP ') || line.startsWith('# TYPE ')) continue
      expect(line).toMatch(/^\w+(?:\{\w+="[^"\n]*"(?:,\w+="[^"\n]*")*\})? [\d.e+-]+$/)
      const name = /^\w+/.exec(line)?.[0] ?? ''
      expect(typed).toContain(name.replace(/_(?:bucket|sum|count)$/, ''))
    }
  })

  it('/metrics counts requests by method, kind of path and status, and never names a path', async () => {
    const client = server.client()
    const before = await scrape(server)
    await client.from('themes').select('name')
    await client.from('themes').select('name')
    await client.from('secret_things').select()
    await fetch(`${server.url}/q/a-token-of-a-buyer`)
    await fetch(`${server.url}/assets/index-a1b2c3.js`)
    const after = await scrape(server)
    const grown = (name: string): number => (after[name] ?? 0) - (before[name] ?? 0)
    const requests = (method: string, kind: string, status: number): number =>
      grown(`giftwell_http_requests_total{method="${method}",kind="${kind}",status="${status}"}`)
    expect(requests('GET', 'rest', 200)).toBe(2)
    expect(requests('GET', 'rest', 404)).toBe(1)
    expect(requests('GET', 'asset', 200)).toBe(1)
    expect(requests('GET', 'metrics', 200)).toBe(1)
    expect(grown('giftwell_http_request_duration_seconds_bucket{kind="rest",le="+Inf"}')).toBe(3)
    expect(grown('giftwell_http_request_duration_seconds_count{kind="rest"}')).toBe(3)
    expect(grown('giftwell_http_request_duration_seconds_sum{kind="rest"}')).toBeGreaterThan(0)
    // The bounds are cumulative.
    const counts = Object.entries(after)
      .filter(([name]) => name.startsWith('giftwell_http_request_duration_seconds_bucket{kind="rest"'))
      .map(([, value]) => value)
    expect(counts).toEqual(counts.toSorted((one, other) => one - other))
    // A visitor's second question is answered from the cache.
    expect(grown('giftwell_cache_misses_total')).toBe(2)
    expect(grown('giftwell_cache_hits_total')).toBe(1)
    expect(Object.keys(after).join('\n')).not.toMatch(/themes|secret_things|a-token|index-a1/)
  })

  it('/metrics measures the database, the queue of e-mails, the disk and the process', async () => {
    await server.database!.query(
      `insert into public.outbox (kind, recipient, state, created_at) values
       ('factor_removed', 'a@acme.test', 'failed', now()), ('factor_removed', 'b@acme.test', 'queued', now() - interval '1 hour')`,
    )
    const [values, { migrations }] = await Promise.all([
      scrape(server),
      (await fetch(`${server.url}/healthz`)).json() as Promise<{
        migrations: { applied: number; newest: string }
      }>,
    ])
    expect(values).toMatchObject({
      giftwell_degraded: 0,
      giftwell_database_up: 1,
      giftwell_database_connections_max: 1,
      giftwell_database_waiting: 0,
      giftwell_visitor_statements_waiting: 0,
      giftwell_http_requests_in_flight: expect.any(Number),
      giftwell_mails_failed: 1,
      [`giftwell_migrations_applied{newest="${migrations.newest}"}`]: migrations.applied,
    })
    expect(values['giftwell_disk_free_bytes']).toBeGreaterThan(0)
    expect(values['giftwell_disk_size_bytes']).toBeGreaterThan(values['giftwell_disk_free_bytes'] ?? 0)
    expect(values['process_resident_memory_bytes']).toBeGreaterThan(10_000_000)
    expect(values['nodejs_eventloop_lag_p99_seconds']).toBeLessThan(60)
    expect(Object.keys(values)).toContain(`giftwell_info{version="${version}",node="${process.version}"}`)
  })

  it('/metrics answers within its timeout while the database is blocked, and says so', async () => {
    const [waits, values] = await server.database!.transaction(async () => {
      const question = fetch(`${server.url}/healthz`)
      return [question, await scrape(server)] as const
    })
    await waits
    expect(values).toMatchObject({ giftwell_database_up: 0, giftwell_database_connections_in_use: 1 })
    expect(values['giftwell_database_waiting']).toBeGreaterThan(0)
    expect(values).not.toHaveProperty('giftwell_mails_failed')
    await expect.poll(async () => (await scrape(server))['giftwell_database_up']).toBe(1)
  })

  it.each([
    ['a forwarding header', { 'x-forwarded-for': '127.0.0.1' }],
    ['another one', { forwarded: 'for=127.0.0.1' }],
    ['the site as its host', { host: 'gifts.example' }],
  ])('/metrics is refused in a sentence to a request with %s', async (_what, headers) => {
    const { status, text } = await get(`${server.url}/metrics`, headers)
    expect([status, text]).toEqual([403, expect.stringContaining('METRICS_TOKEN')])
    expect(text).not.toContain('giftwell_')
  })

  it('/metrics takes GET and HEAD only', async () => {
    const head = await fetch(`${server.url}/metrics`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await fetch(`${server.url}/metrics`, { method: 'POST' })).status).toBe(405)
  })
})

it('with METRICS_TOKEN only its bearer reads /metrics, through a proxy, too', async () => {
  const token = 'a-token-of-sixteen-or-more'
  await using stack = new AsyncDisposableStack()
  const server = await startTestServer({ METRICS_TOKEN: token })
  stack.defer(server.close)
  const url = `${server.url}/metrics`
  const attempts = [
    undefined,
    token,
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    'Bearer',
    `Basic ${token}`,
  ]
  for (const authorization of attempts) {
    const answer = await get(url, authorization === undefined ? {} : { authorization })
    expect([authorization, answer.status]).toEqual([authorization, 401])
    expect(answer.text).not.toContain('giftwell_')
  }
  const headers = {
    authorization: `Bearer ${token}`,
    'x-forwarded-for': '203.0.113.7',
    host: 'gifts.example',
  }
  expect(await get(url, headers)).toMatchObject({
    status: 200,
    text: expect.stringContaining('giftwell_info'),
  })
  expect(server.logged.join('\n')).not.toContain(token)
})

it('with BACKUP_DIR /metrics has the time of the newest backup', async () => {
  await using temporary = await temporaryFolder()
  await using stack = new AsyncDisposableStack()
  const newest = join(temporary.path, 'giftwell-2026-01-01T00-00-00Z.backup')
  await writeFile(newest, '')
  const server = await startTestServer({ BACKUP_DIR: temporary.path })
  stack.defer(server.close)
  const made = (await stat(newest)).mtimeMs / 1000
  expect(await scrape(server)).toMatchObject({
    giftwell_backup_time_seconds: made,
    giftwell_backup_failed: 0,
  })
})

it('with a hosted project /metrics has the requests and the process', async () => {
  await using stack = new AsyncDisposableStack()
  const server = await startTestServer({
    SUPABASE_URL: 'https://project.supabase.test/',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_hosted',
  })
  stack.defer(server.close)
  const names = Object.keys(await scrape(server))
  expect(names).toContain('process_resident_memory_bytes')
  expect(names.filter((name) => name.startsWith('giftwell_database'))).toEqual([])
})
