import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { App } from 'electron'

/** The log of the main process. Messages name no person, file or address; of a cause only `describe` is written. */
export interface Log {
  info(message: string): void
  warn(message: string, cause?: unknown): void
  error(message: string, cause?: unknown): void
}

interface LogOptions {
  readonly folder: string
  readonly now: () => Date
  /** Limit for one file; a full file is rotated. */
  readonly maxBytes?: number
  /** Limit for the number of files, including the current one. */
  readonly maxFiles?: number
}

/**
 * Logs to `giftwell.log` with rotation. Writes synchronously, so that the lines before a crash are on the disk, and never
 * throws: a full disk must not stop the app.
 */
export function createLog({ folder, now, maxBytes = 512 * 1024, maxFiles = 3 }: LogOptions): Log {
  const file = (age: number) => join(folder, age === 0 ? 'giftwell.log' : `giftwell.${age}.log`)

  function write(level: string, message: string, cause?: unknown): void {
    const text = cause === undefined ? message : `${message}: ${describe(cause)}`
    // Replace line breaks, so that logged text cannot forge log lines.
    const line = `${now().toISOString()} ${level} ${text
      .split(/[\r\n]+/)
      .map((each) => each.trim())
      .join(' | ')}\n`
    try {
      mkdirSync(folder, { recursive: true })
      if (sizeOf(file(0)) + Buffer.byteLength(line) > maxBytes) rotate()
      appendFileSync(file(0), line, { mode: 0o600 })
    } catch {
      // Nowhere left to report it.
    }
  }
  function rotate(): void {
    rmSync(file(maxFiles - 1), { force: true })
    for (let age = maxFiles - 2; age >= 0; age -= 1) {
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

/** Positions in our own code and in Node's. */
const frames = /(?<![\w.-])(?:(?:main|updater|preload)\.c?js|node:[\w/]+):\d+:\d+/g

/**
 * An error's class, code and positions, and those of its causes. Its message may contain names, addresses, tokens and
 * paths, so it is written only where it is a sentence of ours.
 */
function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause
  const code = 'code' in cause && /^[A-Z\d_]+$/.test(String(cause.code)) ? [String(cause.code)] : []
  const sentence = cause.name === 'DisplayableError' ? [cause.message] : []
  const stack = (cause.stack ?? '').match(frames)?.slice(0, 10) ?? []
  const own = [cause.name, ...code, ...sentence, ...stack].join(' ')
  return cause.cause === undefined ? own : `${own}, caused by ${describe(cause.cause)}`
}

/** The process events for uncaught errors. */
export interface ProcessErrors {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (cause: unknown) => void): unknown
}

/**
 * Logs uncaught errors of the main process and crashed helper processes. The app continues, because unsaved input in the
 * window is worth more than a clean exit.
 */
export function logFailures(program: ProcessErrors, app: App, log: Log): void {
  program.on('uncaughtException', (cause) => log.error('An error was not caught', cause))
  program.on('unhandledRejection', (cause) => log.error('A promise was rejected', cause))
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') log.error(`The ${type} process ended: ${reason} (${exitCode})`)
  })
}
