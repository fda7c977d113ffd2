import { expect, it } from 'vitest'
import { limitRequests } from './limit-requests.ts'

/** What is said at the start of a site that people reach by this address, behind these proxies. */
function saidAtStart(siteUrl: string | null, trustedProxies: readonly string[]): string[] {
  const said: string[] = []
  limitRequests({
    siteUrl,
    trustedProxies,
    callerOf: () => ({ kind: 'anyone' }),
    isAdministrator: async () => Promise.resolve(false),
    say: (line) => said.push(line),
  })
  return said
}

it('asks for the proxy’s address at the start of a site that people reach only by a proxy', () => {
  expect(saidAtStart('https://gifts.example', [])).toEqual([expect.stringContaining('TRUSTED_PROXY')])
  expect(saidAtStart('https://127.0.0.1.example', [])).toHaveLength(1)
})

it('asks nothing where the proxy is named or there need not be one', () => {
  expect(saidAtStart('https://gifts.example', ['127.0.0.1'])).toEqual([])
  for (const here of [null, 'http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080']) {
    expect(saidAtStart(here, [])).toEqual([])
  }
})
