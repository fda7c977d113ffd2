import { expect, test } from 'vitest'

import { contentSecurityPolicy } from './app-protocol.ts'

function directive(name: string, supabaseUrl?: string): string | undefined {
  const policy = contentSecurityPolicy(supabaseUrl === undefined ? null : { supabaseUrl })
  return policy.split('; ').find((directive) => directive.startsWith(`${name} `))
}

test('without a connection the page may connect only to itself', () => {
  expect(contentSecurityPolicy(null)).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; " +
      "img-src 'self' data: blob: https:; connect-src 'self'; worker-src 'self' blob:; manifest-src 'none'; " +
      "media-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; " +
      "frame-ancestors 'none'",
  )
})

test('the page may connect to its backend by HTTP and WebSocket only', () => {
  expect(directive('connect-src', 'https://demo.supabase.co')).toBe(
    "connect-src 'self' https://demo.supabase.co wss://demo.supabase.co",
  )
  expect(directive('connect-src', 'http://127.0.0.1:3000')).toBe(
    "connect-src 'self' http://127.0.0.1:3000 ws://127.0.0.1:3000",
  )
})

test('http images are allowed from the backend only', () => {
  expect(directive('img-src', 'http://127.0.0.1:3000')).toBe(
    "img-src 'self' data: blob: https: http://127.0.0.1:3000",
  )
})

test('scripts are allowed from the app only', () => {
  expect(directive('script-src', 'https://demo.supabase.co')).toBe("script-src 'self'")
})

test.each([
  ['a path that ends the directive', "https://demo.test/;script-src 'unsafe-inline'"],
  ['a user', 'https://ada:secret@demo.test/rest'],
  ['a query', 'https://demo.test/?x=; script-src *'],
])('%s adds nothing to the policy', (_name, supabaseUrl) => {
  expect(contentSecurityPolicy({ supabaseUrl })).toBe(
    contentSecurityPolicy({ supabaseUrl: 'https://demo.test' }),
  )
})

test.each(['nonsense', 'javascript:alert(1)', 'file:///etc/passwd', 'ftp://demo.test', "data:text/html,'*'"])(
  '%s opens nothing',
  (supabaseUrl) => {
    expect(contentSecurityPolicy({ supabaseUrl })).toBe(contentSecurityPolicy(null))
  },
)
