import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

import { identify, isAlive } from './process-identity.mjs'

/** How often a holder says that it is still there, and how long another machine believes it. */
const heartbeatMs = 5000
const believedForMs = 60_000
/** How long a lock may be without content: its writer is between making the file and filling it. */
const emptyForMs = 10_000
const pollMs = 150

/**
 * @typedef {object} HeldLock
 * @property {(pid: number) => void} share keeps the lock alive for as long as this process lives, even when we are killed
 */

/**
 * @typedef {object} LockOptions
 * @property {(holder: number | undefined, waitedMs: number) => void} [onWait] called when somebody else holds it, and again with every poll
 * @property {AbortSignal} [signal] gives up waiting
 */

/**
 * Runs `work` while no other process on this file does. A lock left behind by a killed process is taken over.
 *
 * @template T
 * @param {string} path
 * @param {(lock: HeldLock) => Promise<T>} work
 * @param {LockOptions} [options]
 * @returns {Promise<T>}
 */
export async function withFileLock(path, work, { onWait, signal } = {}) {
  const token = randomUUID()
  const since = Date.now()
  while (!tryToTake(path, token)) {
    onWait?.(holderOf(path), Date.now() - since)
    await delay(pollMs, undefined, signal ? { signal } : {})
  }
  const heartbeat = setInterval(() => touch(path), heartbeatMs)
  try {
    return await work({ share: (pid) => writeFileSync(path, content(token, [process.pid, pid])) })
  } finally {
    clearInterval(heartbeat)
    if (read(path)?.token === token) rmSync(path, { force: true })
  }
}

/**
 * @param {string} path
 * @param {string} token
 */
function tryToTake(path, token) {
  if (isStale(path)) takeAway(path)
  try {
    writeFileSync(path, content(token, [process.pid]), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Removes a stale lock. Two who saw the same stale lock must not remove the new lock of whoever was quicker:
 * what is taken away is looked at again, and put back when it is alive.
 *
 * @param {string} path
 */
function takeAway(path) {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch {
    return // another one was quicker
  }
  if (isStale(aside)) {
    rmSync(aside, { force: true })
    return
  }
  const alive = readFileSync(aside)
  rmSync(aside, { force: true })
  try {
    writeFileSync(path, alive, { flag: 'wx' })
  } catch {
    // Taken in between: its owner finds another token at the end and leaves it alone.
  }
}

/** @param {string} path */
function isStale(path) {
  let age
  try {
    age = Date.now() - statSync(path).mtimeMs
  } catch {
    return false
  }
  const lock = read(path)
  if (lock === undefined) return age > emptyForMs
  if (lock.host !== hostname()) return age > believedForMs
  return !lock.holders.some(isAlive)
}

/** @param {string} path */
function holderOf(path) {
  return read(path)?.holders[0]?.pid
}

/**
 * @param {string} token
 * @param {readonly number[]} pids
 */
function content(token, pids) {
  return JSON.stringify({ token, host: hostname(), holders: pids.map(identify) })
}

/**
 * @param {string} path
 * @returns {{ token: string, host: string, holders: import('./process-identity.mjs').ProcessIdentity[] } | undefined}
 */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** @param {string} path */
function touch(path) {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // Gone: somebody cleaned up by hand. The work goes on.
  }
}
