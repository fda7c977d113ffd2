import { readFileSync } from 'node:fs'

/**
 * A process, told apart from a later one with the same number where the system lets us (Linux).
 *
 * @typedef {object} ProcessIdentity
 * @property {number} pid
 * @property {string | null} started
 */

/**
 * @param {number} pid
 * @returns {ProcessIdentity}
 */
export function identify(pid) {
  return { pid, started: startOf(pid) }
}

/** @param {ProcessIdentity} identity */
export function isAlive({ pid, started }) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Anything but "no such process" means that it is there and not ours.
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH') return false
  }
  return started === null || startOf(pid) === started
}

/**
 * The moment in which the process started, in clock ticks since the system's start.
 *
 * @param {number} pid
 */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in brackets and may hold anything; what follows is plain numbers.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? 'ended' : (rest[18] ?? null)
  } catch {
    return null
  }
}
