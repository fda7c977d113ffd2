import { EventEmitter } from 'node:events'

import { expect, test } from 'vitest'

import { calls, events } from './contract.ts'
import { createBridge } from './create-bridge.ts'

function start(answers: Readonly<Record<string, (input: unknown) => unknown>> = {}) {
  const messages = new EventEmitter()
  const asked: { channel: string; input: unknown }[] = []
  const ipc = {
    invoke: async (channel: string, input: unknown) => {
      asked.push({ channel, input })
      return answers[channel]?.(input)
    },
    on: (channel: string, listener: (...args: unknown[]) => void) => messages.on(channel, listener),
    removeListener: (channel: string, listener: (...args: unknown[]) => void) =>
      messages.off(channel, listener),
  }
  // What Electron gives to a preload, as far as the bridge uses it.
  const bridge = createBridge(ipc)
  return { bridge, messages, asked }
}

test('the bridge covers every call of the contract', async () => {
  const { bridge, asked } = start()
  const connection = {
    supabaseUrl: 'https://demo.test',
    supabaseKey: 'key',
    siteOrigin: 'https://gifts.example',
  }
  const lead = { id: '5f1c2d3e-0000-4000-8000-000000000000', name: 'Ada', company: '' }
  await bridge.readConnection()
  await bridge.checkConnection('gifts.example')
  await bridge.saveConnection(connection)
  await bridge.isStorageLasting()
  await bridge.getStored('session', 'token')
  await bridge.setStored('offline', 'leads', '[]')
  await bridge.removeStored('session', 'token')
  await bridge.storedKeys('offline')
  await bridge.clearStored('offline')
  await bridge.ask('Delete it?', 'Delete')
  await bridge.pickImage()
  await bridge.saveFile('leads.csv', Uint8Array.of(1, 2))
  await bridge.announceLeads([lead])
  await bridge.leadsSeen()
  await bridge.showUnanswered(2)
  await bridge.startsAtLogin()
  await bridge.startAtLogin(true)
  await bridge.readUpdate()
  await bridge.installUpdate()
  await bridge.find('lamp', true, true)
  await bridge.readProxy()
  await bridge.answerProxy({ name: 'ada', password: 'secret' })
  bridge.onOpenPage(() => undefined)

  expect(asked.map(({ channel }) => channel).toSorted()).toEqual(Object.keys(calls).toSorted())
  for (const { channel, input } of asked) {
    // Only the contract's own were sent.
    const { input: schema } = calls[channel as keyof typeof calls]
    expect(schema.safeParse(structuredClone(input)).success, channel).toBe(true)
  }
})

test('the page gets no generic channel', () => {
  const { bridge } = start()
  const methods = Object.entries(bridge).filter(([, value]) => typeof value === 'function')
  // One for each call but `page:listens`, which is part of an event's method, and one for each event.
  expect(methods).toHaveLength(Object.keys(calls).length - 1 + Object.keys(events).length)
  expect(
    Object.keys(bridge).filter((name) => typeof bridge[name as keyof typeof bridge] !== 'function'),
  ).toEqual([])
})

test('a view of a larger buffer is sent without the rest', async () => {
  const { bridge, asked } = start()
  await bridge.saveFile('a.csv', new Uint8Array(1000).subarray(10, 12))
  const input = asked[0]?.input as { bytes: Uint8Array } | undefined
  expect(input?.bytes.buffer.byteLength).toBe(2)
})

test('a failure has the main process’s message without Electron’s prefix', async () => {
  const { bridge } = start({
    'files:save': () => {
      throw new Error("Error invoking remote method 'files:save': Error: The disk is full.")
    },
  })
  await expect(bridge.saveFile('a.csv', Uint8Array.of(1))).rejects.toThrow(/^The disk is full\.$/)
})

test('open events arrive without the event object until unsubscribed', () => {
  const { bridge, messages } = start()
  const received: unknown[][] = []
  const stop = bridge.onOpenPage((...args) => received.push(args))
  messages.emit('page:open', { sender: 'secret' }, { path: '/admin/leads' })
  stop()
  messages.emit('page:open', {}, { path: '/admin' })
  expect(received).toEqual([['/admin/leads']])
})

test('the main process is notified after the page subscribes', () => {
  const { bridge, messages, asked } = start({
    'page:listens': () => messages.emit('page:open', {}, { path: '/admin/themes' }),
  })
  const received: string[] = []
  expect(asked).toEqual([])
  bridge.onOpenPage((path) => received.push(path))
  expect(received).toEqual(['/admin/themes'])
})

test('update events arrive until unsubscribed', () => {
  const { bridge, messages } = start()
  const received: unknown[] = []
  const stop = bridge.onUpdateChanged((state) => received.push(state))
  messages.emit('updates:changed', {}, { step: 'none' })
  stop()
  messages.emit('updates:changed', {}, { step: 'none' })
  expect(received).toEqual([{ step: 'none' }])
})
