import { useSyncExternalStore } from 'react'

import { AppError } from './app-error.ts'

/** Work on many records that is done in parts, each a request. */
interface Parts {
  /** "Deleting products" */
  readonly title: string
  readonly done: number
  readonly total: number
  /** Ends the work after the part in flight. */
  readonly stop: () => void
}

/** A part that was done: how many records it had, and how many are left. */
interface Part {
  readonly done: number
  readonly left: number
}

/** The records of a part: few enough that the embedded database, which does one thing at a time, answers visitors between parts. */
export const partSize = 200

let running: Parts | null = null
const listeners = new Set<() => void>()

function show(parts: Parts | null): void {
  running = parts
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The work in parts that is being done; null without any. */
export function useRunningParts(): Parts | null {
  return useSyncExternalStore(subscribe, () => running)
}

/**
 * Works in parts until none is left or the user stops it, and shows its progress after the first one. Returns the
 * number of completed records.
 *
 * @throws AppError of the failed part, with the number completed before
 */
export async function doInParts(title: string, doPart: () => Promise<Part>): Promise<number> {
  const stopping = new AbortController()
  let done = 0
  try {
    for (;;) {
      const part = await doPart()
      done += part.done
      if (part.left === 0 || stopping.signal.aborted) return done
      show({ title, done, total: done + part.left, stop: () => stopping.abort() })
    }
  } catch (error) {
    if (done === 0 || !(error instanceof AppError)) throw error
    const message = `${error.message.replace(/\.$/, '')}. ${done.toLocaleString()} were done before, and stay so.`
    throw new AppError(error.kind, message, { cause: error })
  } finally {
    show(null)
  }
}
