import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'

import type { Redact } from './redact.ts'

/** Where the main process writes down what happened; what it is given is redacted before it is written. */
export interface Log {
  info(message: string): void
  warn(message: string, cause?: unknown): void
  error(message: string, cause?: unknown): void
}

/** Where and how much is written. */
export interface LogOptions {
  readonly folder: string
  readonly redact: Redact
  readonly now: () => Date
  /** The most bytes of one file; a full one is set aside. */
  readonly mostBytes?: number
  /** How many files there are at most, the one in use included. */
  readonly mostFiles?: number
}

/** The longest that one line may be; a cause that goes on is cut. */
const mostCharacters = 8000

/**
 * Writes lines to `giftwell.log`, oldest files first to go. It writes at once, so that the last words before a crash are
 * there, and never throws: a full disk must not stop the app.
 */
export function createLog({ folder, redact, now, mostBytes = 512 * 1024, mostFiles = 3 }: LogOptions): Log {
  const file = (age: number) => join(folder, age === 0 ? 'giftwell.log' : `giftwell.${age}.log`)

  function write(level: string, message: string, cause?: unknown): void {
    const text = redact(cause === undefined ? message : `${message}: ${wordsOf(cause)}`)
    // One line each: what is logged must not be able to write lines of its own.
    const line = `${now().toISOString()} ${level} ${text.slice(0, mostCharacters).replaceAll(/\s*[\r\n]+\s*/g, ' | ')}\n`
    try {
      mkdirSync(folder, { recursive: true })
      if (sizeOf(file(0)) + Buffer.byteLength(line) > mostBytes) rotate()
      appendFileSync(file(0), line, { mode: 0o600 })
    } catch {
      // There is nowhere left to say so.
    }
  }
  function rotate(): void {
    rmSync(file(mostFiles - 1), { force: true })
    for (let age = mostFiles - 2; age >= 0; age -= 1) {
      if (sizeOf(file(age)) > 0) renameSync(file(age), file(age + 1))
    }
  }
  return {
    info: (message) => write('info', message),
    warn: (message, cause) => write('warn', message, cause),
    error: (message, cause) => write('error', message, cause),
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function wordsOf(cause: unknown): string {
  if (!(cause instanceof Error)) return inspect(cause, { depth: 2, breakLength: Infinity })
  const own = cause.stack ?? `${cause.name}: ${cause.message}`
  return cause.cause === undefined ? own : `${own}\ncaused by ${wordsOf(cause.cause)}`
}
