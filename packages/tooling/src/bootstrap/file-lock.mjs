import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const pollMs = 150
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
  for (let polls = 0; !tryToLock(path); polls += 1) {
    if (polls === 0) onWait?.(String(readHolders(path)[0] ?? '(unknown)'))
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
  if (isStale(path)) removeStale(path)
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/** @param {string} path */
function removeStale(path) {
  const renamed = `${path}.${randomUUID()}`
  try {
    // Another process may have replaced it: a rename is atomic, and what was renamed is checked again.
    renameSync(path, renamed)
    if (isStale(renamed)) rmSync(renamed)
    else renameSync(renamed, path)
  } catch {
    // Another process was first.
  }
}

/** @param {string} path */
function isStale(path) {
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  const holders = readHolders(path)
  // A lock without a holder is being written.
  return age > maxAgeMs || (holders.length === 0 ? age > 5000 : !holders.some(isRunning))
}

/** @param {string} path */
function readHolders(path) {
  try {
    return readFileSync(path, 'utf8').split(' ').map(Number).filter(Boolean)
  } catch {
    return []
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Any other error means that the process belongs to another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH'
  }
}
