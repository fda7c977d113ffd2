import { expect, it } from 'vitest'
import { sharedServer } from './testing/shared-server.ts'
import { administrator } from './testing/test-server.ts'

const server = sharedServer({ TRUSTED_PROXY: '127.0.0.1' })

it('a visitor reports a search that found nothing, and administrators alone read and dismiss it', async () => {
  const visitor = server.client()
  expect((await visitor.rpc('report_missed_search', { q: 'Flying carpets' })).error).toBeNull()
  expect((await visitor.from('missed_searches').select()).error?.code).toBe('42501')

  const admin = await server.signedIn(administrator)
  const { data: health } = await admin.rpc('catalogue_health')
  expect(health.missed).toEqual([{ words: 'Flying carpets', searches: 1, searched_at: expect.any(String) }])
  expect((await admin.from('missed_searches').delete().eq('words', 'Flying carpets')).error).toBeNull()
  expect((await admin.rpc('catalogue_health')).data.missed).toEqual([])
})

it('neither a search nor a link writes a report', async () => {
  const visitor = server.client()
  await visitor.rpc('catalogue_page', { q: 'hovercraft' })
  await visitor.rpc('report_missed_search', { q: 'hovercraft' }, { get: true })
  const admin = await server.signedIn(administrator)
  expect((await admin.from('missed_searches').select()).data).toEqual([])
})

it('words count once for a client and day, whatever address its headers claim, and twenty different ones do', async () => {
  const report = async (q: string, from: string, claimed = '192.0.2.1') =>
    server.send('/rest/v1/rpc/report_missed_search', {
      body: { q },
      headers: { 'x-forwarded-for': from, 'cf-connecting-ip': claimed },
    })
  for (let number = 1; number <= 5; number += 1) {
    await report('magic lamps', '198.51.100.1', `192.0.2.${number}`)
    await report('lamp magic', '198.51.100.2')
  }
  for (let number = 0; number < 26; number += 1)
    await report(`junk${String.fromCodePoint(97 + number)}`, '198.51.100.1', `192.0.2.${number}`)

  const admin = await server.signedIn(administrator)
  const { data } = await admin.from('missed_searches').select('words,searches')
  expect(data).toContainEqual({ words: 'magic lamps', searches: 2 })
  expect(data?.filter(({ words }) => String(words).startsWith('junk'))).toHaveLength(19)
})
