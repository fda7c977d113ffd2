import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const pollMs = 150
/** A younger lock may still be being written. */
const minAgeMs = 1000
/** An older lock is stale even if its process seems to run: process ids are used again. */
const maxAgeMs = 60 * 60 * 1000

/**
 * Runs `work` while no other process holds the lock, a file that names the processes that hold it. A lock whose
 * processes have all ended is taken over.
 *
 * @template T
 * @param {string} path
 * @param {(share: (pid: number) => void) => Promise<T>} work `share` adds a child that may outlive this process
 * @param {{ onWait?: (holder: string) => void, signal?: AbortSignal }} [options] `onWait` is called at most once; `signal` ends the wait
 * @returns {Promise<T>}
 */
export async function withFileLock(path, work, { onWait, signal } = {}) {
  for (let isFirst = true; !tryToLock(path); isFirst = false) {
    if (isFirst) onWait?.(inspect(path).holder)
    await delay(pollMs, undefined, signal && { signal })
  }
  try {
    return await work((pid) => writeFileSync(path, `${process.pid} ${pid}`))
  } finally {
    rmSync(path, { force: true })
  }
}

/** @param {string} path */
function tryToLock(path) {
  if (inspect(path).isStale) {
    // Another process may have replaced it: a rename is atomic, and what was renamed is checked again.
    const renamed = `${path}.${randomUUID()}`
    try {
      renameSync(path, renamed)
      if (inspect(renamed).isStale) rmSync(renamed)
      else renameSync(renamed, path)
    } catch {
      return false
    }
  }
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (Object(error).code === 'EEXIST') return false
    throw error
  }
}

/**
 * The first process that holds a lock, and whether the lock is stale. One that is not there is not.
 *
 * @param {string} path
 */
function inspect(path) {
  try {
    const age = Date.now() - statSync(path).mtimeMs
    const holders = readFileSync(path, 'utf8').match(/\d+/g) ?? []
    const isAbandoned = age > minAgeMs && !holders.some(isRunning)
    return { holder: holders[0] ?? '(unknown)', isStale: isAbandoned || age > maxAgeMs }
  } catch {
    return { holder: '(unknown)', isStale: false }
  }
}

/** @param {string} pid */
function isRunning(pid) {
  try {
    return process.kill(Number(pid), 0)
  } catch (error) {
    // Any other error means that the process belongs to another user.
    return Object(error).code !== 'ESRCH'
  }
}
