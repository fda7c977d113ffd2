import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorCode } from '../process/errors.ts'
import { allNames, type SiteProcess, startSite } from '../testing/site-process.ts'
import { sharedFolder } from '../testing/shared-folder.ts'

const temporary = sharedFolder()
let site: SiteProcess
beforeAll(async () => {
  site = await startSite(temporary.path)
})
afterAll(async () => {
  site.child.process.kill('SIGKILL')
  await site.child.ended
})

const body = JSON.stringify({ name: 'Asha in flight', company: 'Acme', email: 'a@acme.test', phone: '1' })

/** A request in flight, with an unfinished body. */
async function beginRequest(key: string): Promise<Socket> {
  const { hostname, port } = new URL(site.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(
    [
      'POST /rest/v1/leads HTTP/1.1',
      `host: ${hostname}:${port}`,
      `apikey: ${key}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      // The server sends 100 Continue when it has read the headers.
      'expect: 100-continue',
      '',
      '',
    ].join('\r\n'),
  )
  const [first] = await once(socket, 'data')
  expect(String(first)).toMatch(/^HTTP\/1\.1 100 /)
  socket.write(body.slice(0, 10))
  return socket
}

/** Resolves when the port is closed. */
async function portIsClosed(): Promise<void> {
  const { hostname, port } = new URL(site.url)
  for (;;) {
    const socket = connect(Number(port), hostname)
    const outcome = await Promise.race([
      once(socket, 'connect').then(() => 'connected'),
      once(socket, 'error').then(([error]) => errorCode(error)),
    ]).catch(errorCode)
    socket.destroy()
    if (outcome === 'ECONNREFUSED') return
  }
}

describe('a graceful shutdown', { timeout: 60_000 }, () => {
  it('a shutdown accepts no more connections, drains the request in flight and closes its connection', async () => {
    const request = await beginRequest(site.publishableKey)
    site.child.process.kill('SIGTERM')
    await portIsClosed()
    expect(site.child.process.exitCode).toBeNull()
    request.write(body.slice(10))
    let answer = ''
    for await (const chunk of request) answer += String(chunk)
    expect(answer).toMatch(/^HTTP\/1\.1 201 Created\r\n/)
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    expect(await site.child.ended).toBe(0)
    expect(site.child.err.filter((line) => line.includes('stopped'))).toEqual([])

    site = await startSite(temporary.path)
    expect(await allNames(await site.admin(), 'leads')).toEqual(new Set(['Asha in flight']))
  })

  it('a shutdown does not wait for ever for an unfinished request', { tags: 'full' }, async () => {
    const request = await beginRequest(site.publishableKey)
    request.on('error', () => {})
    site.child.process.kill('SIGTERM')
    expect(await site.child.ended).toBe(0)
    request.destroy()
  })
})
