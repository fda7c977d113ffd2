import { describe, expect, it } from 'vitest'
import { createSiteConfig, listeningOrigin, redirectTarget, siteAt } from './site-config.ts'

it('listeningOrigin names an address that a local browser can open', () => {
  expect(listeningOrigin(3000)).toBe('http://127.0.0.1:3000')
  expect(listeningOrigin(3000, '0.0.0.0')).toBe('http://127.0.0.1:3000')
  expect(listeningOrigin(3000, '::')).toBe('http://127.0.0.1:3000')
  expect(listeningOrigin(3000, '192.0.2.1')).toBe('http://192.0.2.1:3000')
  expect(listeningOrigin(3000, 'fd00::1')).toBe('http://[fd00::1]:3000')
  expect(listeningOrigin(3000, '::1')).toBe('http://[::1]:3000')
})

describe('redirectTarget', () => {
  const site = siteAt(3000)

  it.each([
    ['http://127.0.0.1:3000/catalogue', 'http://127.0.0.1:3000/catalogue'],
    ['http://localhost:3000/admin?tab=1', 'http://localhost:3000/admin?tab=1'],
    ['/catalogue', 'http://127.0.0.1:3000/catalogue'],
  ])('redirectTarget accepts the site itself: %s', (requested, target) => {
    expect(redirectTarget(site, requested)).toBe(target)
  })

  it('redirectTarget accepts the public origin of the site and no other', () => {
    const front = siteAt(3000, 'https://gifts.example')
    expect(redirectTarget(front, 'https://gifts.example/catalogue')).toBe('https://gifts.example/catalogue')
    expect(redirectTarget(front, 'http://127.0.0.1:3000/catalogue')).toBe('https://gifts.example')
    expect(redirectTarget(front, 'http://gifts.example/catalogue')).toBe('https://gifts.example')
    const dev = siteAt(4000, 'http://localhost:3000')
    expect(redirectTarget(dev, 'http://127.0.0.1:3000/admin')).toBe('http://127.0.0.1:3000/admin')
  })

  it('redirectTarget removes the fragment', () => {
    expect(redirectTarget(site, 'http://127.0.0.1:3000/catalogue#top')).toBe(
      'http://127.0.0.1:3000/catalogue',
    )
  })

  it.each([
    [null],
    [undefined],
    [''],
    ['https://evil.example/'],
    ['//evil.example/catalogue'],
    ['/\\evil.example'],
    ['http://127.0.0.1:3000.evil.example/'],
    ['http://127.0.0.1:3000@evil.example/'],
    ['http://user:pw@127.0.0.1:3000/'],
    ['http://127.0.0.1:3001/catalogue'],
    ['https://127.0.0.1:3000/catalogue'],
    ['javascript:alert(1)'],
    ['data:text/html,hello'],
    ['http://['],
  ])('redirectTarget falls back to the home page: %s', (requested) => {
    expect(new URL(redirectTarget(site, requested)).href).toBe('http://127.0.0.1:3000/')
  })
})

it('a site keeps its name while the database does not answer', async () => {
  const texts = [null, '{"name":"Meridian"}', null, '{}']
  const siteConfig = createSiteConfig(() => Promise.resolve(texts.shift() ?? null))
  expect(await siteConfig()).toEqual({})
  expect(await siteConfig()).toEqual({ site: { name: 'Meridian' } })
  expect(await siteConfig()).toEqual({ site: { name: 'Meridian' } })
  expect(await siteConfig()).toEqual({})
})
