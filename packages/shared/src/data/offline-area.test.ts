import { expect, test } from 'vitest'

import { createMemoryPlatform } from '../testing/memory-platform.ts'
import { offlineAreaOf } from './offline-area.ts'

test('a wipe takes what is just being kept with it, and later texts stay', async () => {
  const { offlineStorage } = createMemoryPlatform()
  const area = offlineAreaOf(offlineStorage)
  const writing = Promise.withResolvers<void>()
  const { setItem } = offlineStorage
  offlineStorage.setItem = (key, value) => writing.promise.then(() => setItem(key, value))

  const kept = area.keep('a key', 'before', area.wipes())
  const late = area.wipes()
  const wiped = area.wipe()
  writing.resolve()
  await Promise.all([kept, wiped])
  expect(await offlineStorage.keys()).toEqual([])
  await area.keep('a key', 'read before, arrived after', late)
  expect(await area.read('a key')).toBeNull()
  await area.keep('a key', 'after', area.wipes())
  expect(await area.read('a key')).toBe('after')
})

test('a wipe takes what can no longer be read with it', async () => {
  const { offlineStorage } = createMemoryPlatform()
  await offlineStorage.setItem('a key', 'of another version')
  offlineStorage.keys = () => Promise.resolve([])
  await offlineAreaOf(offlineStorage).wipe()
  expect(await offlineStorage.getItem('a key')).toBeNull()
})

test('a text that could not be kept holds up nothing', async () => {
  const { offlineStorage } = createMemoryPlatform()
  const area = offlineAreaOf(offlineStorage)
  const { setItem } = offlineStorage
  offlineStorage.setItem = () => Promise.reject(new Error('the disk is full'))
  await expect(area.keep('a key', 'first', area.wipes())).rejects.toThrow('the disk is full')
  offlineStorage.setItem = setItem
  await area.keep('a key', 'second', area.wipes())
  expect(await area.read('a key')).toBe('second')
})

test('everybody who has the storage has the same area', () => {
  const [{ offlineStorage }, other] = [createMemoryPlatform(), createMemoryPlatform()]
  expect(offlineAreaOf(offlineStorage)).toBe(offlineAreaOf(offlineStorage))
  expect(offlineAreaOf(offlineStorage)).not.toBe(offlineAreaOf(other.offlineStorage))
})
