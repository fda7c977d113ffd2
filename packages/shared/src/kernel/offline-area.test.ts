import { expect, test } from 'vitest'

import { createMemoryPlatform } from '../testing/memory-platform.ts'
import { offlineAreaOf } from './offline-area.ts'

test('a wipe cancels pending writes, and later writes stay', async () => {
  const { offlineStorage } = createMemoryPlatform()
  const area = offlineAreaOf(offlineStorage)
  const writing = Promise.withResolvers<void>()
  const { setItem } = offlineStorage
  offlineStorage.setItem = (key, value) => writing.promise.then(() => setItem(key, value))

  const write = area.set('a key', 'before', area.generation())
  const late = area.generation()
  const wiped = area.wipe()
  writing.resolve()
  await Promise.all([write, wiped])
  expect(await offlineStorage.keys()).toEqual([])
  await area.set('a key', 'read before, arrived after', late)
  expect(await area.read('a key')).toBeNull()
  await area.set('a key', 'after', area.generation())
  expect(await area.read('a key')).toBe('after')
})

test('a closed area stores nothing until it is opened, and then nothing that was read before', async () => {
  const { offlineStorage } = createMemoryPlatform()
  const area = offlineAreaOf(offlineStorage)
  await area.set('a key', 'before', area.generation())
  await area.close()
  const whileClosed = area.generation()
  await area.set('a key', 'read after the wipe', whileClosed)
  expect(await offlineStorage.keys()).toEqual([])
  area.open()
  await area.set('a key', 'read for the former account', whileClosed)
  expect(await offlineStorage.keys()).toEqual([])
  await area.set('a key', 'read for the next account', area.generation())
  expect(await area.read('a key')).toBe('read for the next account')
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
  await expect(area.set('a key', 'first', area.generation())).rejects.toThrow('the disk is full')
  offlineStorage.setItem = setItem
  await area.set('a key', 'second', area.generation())
  expect(await area.read('a key')).toBe('second')
})

test('the same storage has the same area', () => {
  const [{ offlineStorage }, other] = [createMemoryPlatform(), createMemoryPlatform()]
  expect(offlineAreaOf(offlineStorage)).toBe(offlineAreaOf(offlineStorage))
  expect(offlineAreaOf(offlineStorage)).not.toBe(offlineAreaOf(other.offlineStorage))
})
