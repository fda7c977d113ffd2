import { expect, test } from 'vitest'

import { builtInConnection } from './built-in-connection.ts'

const given = {
  supabaseUrl: 'https://demo.supabase.co/',
  supabaseKey: 'sb_publishable_demo',
  siteUrl: 'https://gifts.example/start',
}

test('an app that was built for one website knows it', () => {
  expect(builtInConnection(given)).toEqual({
    supabaseUrl: 'https://demo.supabase.co',
    supabaseKey: 'sb_publishable_demo',
    siteOrigin: 'https://gifts.example',
  })
})

test('an app that was built for none asks', () => {
  expect(builtInConnection({ supabaseUrl: '', supabaseKey: '', siteUrl: '' })).toBeNull()
})

test.each([
  ['without an address', { supabaseUrl: '' }],
  ['without a key', { supabaseKey: '' }],
  ['without a website', { siteUrl: '' }],
  ['with a website that is none', { siteUrl: 'gifts' }],
  ['with an address that is none', { supabaseUrl: 'demo' }],
  ['with a website that is a file', { siteUrl: 'file:///x' }],
])('a build %s does not start', (_name, changed) => {
  expect(() => builtInConnection({ ...given, ...changed })).toThrow('half a connection')
})
