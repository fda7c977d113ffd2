import { expect, test } from 'vitest'

import { parseBackendConfig } from './backend-config.ts'
import { imageAddress } from '../images/image-sizes.ts'

const config = { supabaseUrl: 'https://gifts.example', supabaseKey: 'publishable' }

test('a config is read without the slash at the end of its address', () => {
  expect(parseBackendConfig({ ...config, supabaseUrl: 'https://gifts.example/' })).toEqual(config)
})

test('a backend at the page’s own origin has no address, and its images are relative', () => {
  const own = parseBackendConfig({ ...config, supabaseUrl: '/' })
  expect(own).toEqual({ ...config, supabaseUrl: '' })
  expect(imageAddress(own, '/storage/v1/object/public/product-images/1.webp')).toBe(
    '/storage/v1/object/public/product-images/1.webp',
  )
})

test('the captcha key is read if present', () => {
  expect(parseBackendConfig({ ...config, turnstileSiteKey: '0x1' })).toEqual({
    ...config,
    turnstileSiteKey: '0x1',
  })
  for (const none of ['', null, 7])
    expect(parseBackendConfig({ ...config, turnstileSiteKey: none })).toEqual(config)
})

test('the details of the site are read if present', () => {
  expect(parseBackendConfig({ ...config, site: { name: 'Meridian Gifts' } })).toEqual({
    ...config,
    site: { name: 'Meridian Gifts' },
  })
  for (const none of ['', null, 7]) expect(parseBackendConfig({ ...config, site: none })).toEqual(config)
})

test.each([
  ['no object', null],
  ['no address', { supabaseKey: 'k' }],
  ['an address of another kind', { ...config, supabaseUrl: 'javascript:alert(1)' }],
  ['an address that is none', { ...config, supabaseUrl: 'https://' }],
  ['an address of no host', { ...config, supabaseUrl: '//gifts.example' }],
  ['an empty address', { ...config, supabaseUrl: '' }],
  ['no key', { supabaseUrl: config.supabaseUrl }],
  ['an empty key', { ...config, supabaseKey: '' }],
])('%s is refused', (_name, value) => {
  expect(() => parseBackendConfig(value)).toThrow(/^config\.json: /)
})

test('images of our own bucket are addressed at the backend, others unchanged', () => {
  expect(imageAddress(config, '/storage/v1/object/public/product-images/1.webp')).toBe(
    'https://gifts.example/storage/v1/object/public/product-images/1.webp',
  )
  expect(imageAddress(config, 'https://elsewhere.example/1.webp')).toBe('https://elsewhere.example/1.webp')
})
