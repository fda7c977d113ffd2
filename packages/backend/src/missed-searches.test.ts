import { afterAll, beforeAll, expect, it } from 'vitest'
import { administrator, startTestServer, type TestServer } from './testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

it('a visitor reports a search that found nothing, and administrators alone read and dismiss it', async () => {
  const visitor = server.client()
  expect((await visitor.rpc('report_missed_search', { q: 'Flying carpets' })).error).toBeNull()
  expect((await visitor.from('missed_searches').select()).error?.code).toBe('42501')

  const admin = await server.signedIn(administrator)
  const { data: health } = await admin.rpc('catalogue_health')
  expect(health.missed).toEqual([{ words: 'carpet flying', searches: 1, searched_at: expect.any(String) }])
  expect((await admin.from('missed_searches').delete().eq('words', 'carpet flying')).error).toBeNull()
  expect((await admin.rpc('catalogue_health')).data.missed).toEqual([])
})

it('neither a search nor a link writes a report', async () => {
  const visitor = server.client()
  await visitor.rpc('catalogue_page', { q: 'hovercraft' })
  await visitor.rpc('report_missed_search', { q: 'hovercraft' }, { get: true })
  const admin = await server.signedIn(administrator)
  expect((await admin.from('missed_searches').select()).data).toEqual([])
})
