import { describe, expect, it } from 'vitest'
import { createClientAddress, createClientName, isProxy } from './client-address.ts'

describe('the address of a client', () => {
  const direct = createClientAddress([])
  const behind = createClientAddress(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'])

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', 'unknown'],
  ])('the client of the socket %s is %s', (socket, client) => {
    expect(direct(socket, null)).toBe(client)
  })

  it.each([
    ['192.0.2.7', '192.0.2.0/24'],
    ['2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['unknown', 'unknown'],
  ])('the log shortens the client %s to %s', (client, short) => {
    // The name depends on the client only.
    const context = {} as Parameters<ReturnType<typeof createClientName>>[0]
    expect(createClientName('short', () => client)(context)).toBe(short)
    expect(createClientName('full', () => client)(context)).toBe(client)
    expect(createClientName('none', () => client)(context)).toBeUndefined()
  })

  it('the client is the socket without trusted proxies, with any header', () => {
    expect(direct('127.0.0.1', '198.51.100.1')).toBe('127.0.0.1')
    expect(direct(undefined, '198.51.100.1')).toBe('unknown')
  })

  it('the client is the socket when an untrusted client sends the header', () => {
    expect(behind('192.0.2.7', '198.51.100.1')).toBe('192.0.2.7')
  })

  it.each([
    ['198.51.100.1', '198.51.100.1'],
    // The client's own values are to the left of the proxy's.
    ['203.0.113.9, 198.51.100.1', '198.51.100.1'],
    ['203.0.113.9, 198.51.100.1, 10.1.2.3', '198.51.100.1'],
    ['203.0.113.9,198.51.100.1 ,fd12::1', '198.51.100.1'],
    ['198.51.100.1:5678', '198.51.100.1'],
    ['::ffff:198.51.100.1', '198.51.100.1'],
    ['[2001:db8:1:2::9]:5678', '2001:db8:1:2::/64'],
    ['"[2001:db8::9]"', '127.0.0.1'],
    ['nonsense', '127.0.0.1'],
    ['198.51.100.1, nonsense', '127.0.0.1'],
    ['', '127.0.0.1'],
    ['10.1.2.3', '10.1.2.3'],
  ])('the client behind a trusted proxy that forwards "%s" is %s', (header, client) => {
    expect(behind('127.0.0.1', header)).toBe(client)
    expect(behind('::ffff:127.0.0.1', header)).toBe(client)
  })

  it('a long header is parsed quickly', () => {
    expect(behind('127.0.0.1', `198.51.100.1${',10.0.0.1'.repeat(50_000)}`)).toBe('198.51.100.1')
  })
})

describe('a trusted proxy', () => {
  it.each(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '0.0.0.0/0'])(
    'a trusted proxy may be %s',
    (text) => {
      expect(isProxy(text)).toBe(true)
    },
  )
  it.each(['localhost', '10.0.0.0/33', '10.0.0.0/', '::/129', '10.0.0/8', '1.2.3.4/8/8', 'fe80::1%eth0', ''])(
    'a trusted proxy may not be "%s"',
    (text) => {
      expect(isProxy(text)).toBe(false)
    },
  )
})
