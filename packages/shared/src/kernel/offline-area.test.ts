import { expect, test } from 'vitest'

import { createMemoryPlatform } from '../testing/memory-platform.ts'
import { offlineAreaOf } from './offline-area.ts'

test('a wipe cancels pending writes, and later writes stay', async () => {
  const { offlineStorage } = createMemoryPlatform()
  const area = offlineAreaOf(offlineStorage)
  const writing = Promise.withResolvers<void>()
  const { setItem } = offlineStorage
  offlineStorage.setItem = (key, value) => writing.promise.then(() => setItem(key, value))

  const write = area.set('a key', 'before', area.wipeCount())
  const late = area.wipeCount()
  const wiped = area.wipe()
  writing.resolve()
  await Promise.all([write, wiped])
  expect(await offlineStorage.keys()).toEqual([])
  await area.set('a key', 'read before, arrived after', late)
  expect(await area.read('a key')).toBeNull()
  await area.set('a key', 'after', area.wipeCount())
  expect(await area.read('a key')).toBe('after')
})

test('a wipe removes unreadable texts', async () => {
  const { offlineStorage } = createMemoryPlatform()
  await offlineStorage.setItem('a key', 'of another version')
  offlineStorage.keys = () => Promise.resolve([])
  await offlineAreaOf(offlineStorage).wipe()
  expect(await offlineStorage.getItem('a key')).toBeNull()
})

test('a failed write does not block later ones', async () => {
  const { offlineStorage } = createMemoryPlatform()
  const area = offlineAreaOf(offlineStorage)
  const { setItem } = offlineStorage
  offlineStorage.setItem = () => Promise.reject(new Error('the disk is full'))
  await expect(area.set('a key', 'first', area.wipeCount())).rejects.toThrow('the disk is full')
  offlineStorage.setItem = setItem
  await area.set('a key', 'second', area.wipeCount())
  expect(await area.read('a key')).toBe('second')
})

test('the same storage has the same area', () => {
  const [{ offlineStorage }, other] = [createMemoryPlatform(), createMemoryPlatform()]
  expect(offlineAreaOf(offlineStorage)).toBe(offlineAreaOf(offlineStorage))
  expect(offlineAreaOf(offlineStorage)).not.toBe(offlineAreaOf(other.offlineStorage))
})
