import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { countEvent, visitEvents } from '../page/visit-events.ts'
import { sendVisitEvents } from './use-visit-counts.ts'

const config = { supabaseUrl: 'https://api.example', supabaseKey: 'the key' }
const seen = { kind: 'seen', key: 'product:1' }

let end = () => {}
const send = vi.fn<typeof fetch>()

const sendBeacon = vi.fn<Navigator['sendBeacon']>()

/** The events of each request. */
const sent = () => send.mock.calls.map(([, options]) => JSON.parse(options?.body as string).events) // a text

/** The events sent when a page is left. */
async function lastSent(): Promise<unknown> {
  const [address, body] = sendBeacon.mock.calls.at(-1) ?? []
  if (!(body instanceof Blob)) return undefined
  return { address, type: body.type, ...JSON.parse(await body.text()) }
}

function show(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}

beforeEach(() => {
  // Tests of other files that share this worker may have counted.
  visitEvents.length = 0
  vi.useFakeTimers()
  send.mockReset().mockResolvedValue(new Response())
  // Clients that these tests left offline ask their own server again as soon as the page is visible.
  vi.stubGlobal('fetch', (address: string, options?: RequestInit) =>
    address.startsWith(config.supabaseUrl)
      ? send(address, options)
      : Promise.reject(new TypeError('offline')),
  )
  sendBeacon.mockReset()
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { sendBeacon }))
  show('visible')
})

afterEach(() => end())

describe('visits', () => {
  test('what was counted before is sent at once, with the key and no session', () => {
    countEvent('seen', 'product:1')
    end = sendVisitEvents(config)
    expect(sent()).toEqual([[seen]])
    const [address, options] = send.mock.calls[0] ?? []
    expect(address).toBe('https://api.example/rest/v1/rpc/count_events')
    expect(options).toMatchObject({ credentials: 'omit', headers: { apikey: 'the key' } })
    expect(new Headers(options?.headers).has('authorization')).toBe(false)
  })

  test('what happens later is sent together, within a minute', () => {
    end = sendVisitEvents(config)
    countEvent('seen', 'product:1')
    countEvent('added', 'product:1')
    expect(sent()).toEqual([])
    vi.advanceTimersByTime(60_000)
    expect(sent()).toEqual([[seen, { kind: 'added', key: 'product:1' }]])
  })

  test('a page without events sends nothing', () => {
    end = sendVisitEvents(config)
    vi.advanceTimersByTime(600_000)
    show('hidden')
    expect(send).not.toHaveBeenCalled()
    expect(sendBeacon).not.toHaveBeenCalled()
  })

  test.each([
    ['hidden', () => show('hidden')],
    ['left', () => window.dispatchEvent(new Event('pagehide'))],
  ])('a page that is %s sends what is left by a beacon', async (_, leave) => {
    end = sendVisitEvents(config)
    countEvent('seen', 'product:1')
    leave()
    expect(send).not.toHaveBeenCalled()
    vi.useRealTimers()
    expect(await lastSent()).toEqual({
      address: 'https://api.example/rest/v1/rpc/count_events?apikey=the key',
      type: 'application/json',
      events: [seen],
    })
  })

  test('a request has at most fifty events', () => {
    for (let number = 0; number < 120; number += 1) countEvent('seen', `product:${number}`)
    end = sendVisitEvents(config)
    expect(sent().map((events) => events.length)).toEqual([50, 50, 20])
  })

  test('a page that was never visible sends nothing, and all once it is', () => {
    show('hidden')
    countEvent('seen', 'product:1')
    end = sendVisitEvents(config)
    vi.advanceTimersByTime(60_000)
    window.dispatchEvent(new Event('pagehide'))
    expect(send).not.toHaveBeenCalled()
    expect(sendBeacon).not.toHaveBeenCalled()
    show('visible')
    expect(sent()).toEqual([[seen]])
  })

  test('a request that is blocked throws nothing, and is not repeated', async () => {
    send.mockRejectedValue(new TypeError('blocked'))
    countEvent('seen', 'product:1')
    end = sendVisitEvents(config)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(send).toHaveBeenCalledOnce()
  })

  test('nothing is sent once it has ended', () => {
    end = sendVisitEvents(config)
    end()
    countEvent('seen', 'product:1')
    vi.advanceTimersByTime(60_000)
    show('hidden')
    expect(send).not.toHaveBeenCalled()
    expect(sendBeacon).not.toHaveBeenCalled()
  })
})
