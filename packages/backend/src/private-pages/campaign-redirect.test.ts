import { beforeAll, describe, expect, it, vi } from 'vitest'

import { createMemoryQuotas } from '../rate-limit/rate-limiter.ts'
import { sharedServer } from '../testing/shared-server.ts'
import { administrator } from '../testing/test-server.ts'
import { createCampaignRedirect } from './campaign-redirect.ts'
import type { OpenLink } from './private-page.ts'

const link = { path: '/catalogue?theme=Diwali', source: 'flyer', medium: null, campaign: 'Diwali 2026' }
const redirect = (opened: unknown, path = '/go/diwali', init: RequestInit = {}) =>
  createCampaignRedirect(async () => opened, createMemoryQuotas())(
    new Request(`https://gifts.example${path}`, init),
    'a client',
  )

describe('a short link of a campaign', () => {
  it('leads to its page with the campaign in the address', async () => {
    const response = await redirect(link)
    expect([
      response?.status,
      response?.headers.get('location'),
      response?.headers.get('cache-control'),
    ]).toEqual([302, '/catalogue?theme=Diwali&utm_source=flyer&utm_campaign=Diwali+2026', 'no-store'])
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    '/catalogue/..//evil.example',
    String.raw`/\evil.example`,
    '/\t/evil.example',
    'javascript:alert(1)',
    '',
    'catalogue',
  ])('never leads to another site: %s', async (path) => {
    expect(await redirect({ ...link, path })).toBeNull()
  })

  it('is no page for an unknown word and another path', async () => {
    expect(await redirect(null)).toBeNull()
    expect(await redirect(link, '/go/a/b')).toBeNull()
    expect(await redirect(link, '/catalogue')).toBeNull()
  })

  it('is to be tried again where the database cannot be asked', async () => {
    const failing = createCampaignRedirect(() => Promise.reject(new Error('down')), createMemoryQuotas())
    const response = await failing(new Request('https://gifts.example/go/diwali'), 'a client')
    expect([response?.status, response?.headers.get('retry-after')]).toEqual([503, '2'])
  })

  it('a client that has tried many unknown words is told no more, and others are', async () => {
    const open = vi.fn<OpenLink>(async (_name, word) => (word === 'diwali' ? link : null))
    const answer = createCampaignRedirect(open, createMemoryQuotas())
    const get = (word: string, client: string) =>
      answer(new Request(`https://gifts.example/go/${word}`), client)
    for (let tried = 0; tried < 50; tried += 1) expect((await get('diwali', 'one'))?.status).toBe(302)
    for (let tried = 0; tried < 300; tried += 1) expect(await get(`word-${tried}`, 'one')).toBeNull()
    expect(open.mock.calls.length).toBeLessThan(200)
    expect(await get('diwali', 'one')).toBeNull()
    expect((await get('diwali', 'another'))?.status).toBe(302)
  })

  it('answers other methods with 405', async () => {
    expect((await redirect(link, '/go/diwali', { method: 'POST' }))?.status).toBe(405)
  })
})

describe('GET /go/<word>', () => {
  const server = sharedServer()
  const get = (path: string) => fetch(`${server.url}${path}`, { redirect: 'manual' })
  beforeAll(async () => {
    const client = await server.signedIn(administrator)
    const { error } = await client.from('campaign_links').insert({
      name: 'Diwali 2026',
      word: 'diwali-26',
      path: '/catalogue',
      source: 'flyer',
      medium: 'print',
    })
    expect(error).toBeNull()
  })

  it('a word that an administrator has made leads on in any case, and another one is no page', async () => {
    const response = await get('/go/Diwali-26')
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      '/catalogue?utm_source=flyer&utm_medium=print&utm_campaign=Diwali+2026',
    ])
    expect((await get('/go/unknown')).status).toBe(404)
    expect((await get('/go/')).status).toBe(404)
  })
})
