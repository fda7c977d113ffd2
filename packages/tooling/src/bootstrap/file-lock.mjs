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
    if (isFirst) onWait?.(readHolders(path)[0] ?? '(unknown)')
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
  if (isStale(path)) {
    // Another process may have replaced it: a rename is atomic, and what was renamed is checked again.
    const renamed = `${path}.${randomUUID()}`
    try {
      renameSync(path, renamed)
      if (isStale(renamed)) rmSync(renamed)
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

/** @param {string} path */
function isStale(path) {
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  return age > maxAgeMs || (age > minAgeMs && !readHolders(path).some(isRunning))
}

/** @param {string} path */
function readHolders(path) {
  try {
    return readFileSync(path, 'utf8').match(/\d+/g) ?? []
  } catch {
    return []
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
