import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const pollMs = 150
/** A younger lock may still be being written. */
const minAgeMs = 1000
/** An older lock is stale even if its process seems to run: process ids are used again. */
const maxAgeMs = 60 * 60 * 1000

/**
 * Runs `work` while no other process holds the lock, a file that names the process that holds it. A lock whose process
 * has ended is taken over.
 *
 * @template T
 * @param {string} path
 * @param {(pass: (pid: number) => void) => Promise<T>} work `pass` names a child as the holder, which may outlive this process
 * @param {{ onWait?: (holder: string) => void, signal?: AbortSignal }} [options] `onWait` is called at most once; `signal` ends the wait
 * @returns {Promise<T>}
 */
export async function withFileLock(path, work, { onWait, signal } = {}) {
  for (let isFirst = true; !tryToLock(path); isFirst = false) {
    const { holder, isStale } = inspect(path)
    // Taken at the next attempt only, when all that have found it stale have removed it.
    if (isStale) rmSync(path, { force: true })
    else if (isFirst) onWait?.(holder)
    await delay(pollMs, undefined, signal && { signal })
  }
  try {
    return await work((pid) => writeFileSync(path, String(pid)))
  } finally {
    rmSync(path, { force: true })
  }
}

/** @param {string} path */
function tryToLock(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (Object(error).code === 'EEXIST') return false
    throw error
  }
}

/** @param {string} path */
function inspect(path) {
  try {
    const age = Date.now() - statSync(path).mtimeMs
    const holder = readFileSync(path, 'utf8')
    return { holder, isStale: age > maxAgeMs || (age > minAgeMs && !isRunning(holder)) }
  } catch {
    return { holder: '(unknown)', isStale: false }
  }
}

/** @param {string} pid */
function isRunning(pid) {
  try {
    return process.kill(Number.parseInt(pid), 0)
  } catch (error) {
    // The process belongs to another user.
    return Object(error).code === 'EPERM'
  }
}
