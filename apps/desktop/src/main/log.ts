import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'

import type { App } from 'electron'

/** The log of the main process. Messages are redacted before they are written. */
export interface Log {
  info(message: string): void
  warn(message: string, cause?: unknown): void
  error(message: string, cause?: unknown): void
}

interface LogOptions {
  readonly folder: string
  readonly redact: Redact
  readonly now: () => Date
  /** Limit for one file; a full file is rotated. */
  readonly maxBytes?: number
  /** Limit for the number of files, including the current one. */
  readonly maxFiles?: number
}

/** Limit for one line; longer ones are truncated. */
const maxCharacters = 8000

/**
 * Logs to `giftwell.log` with rotation. Writes synchronously, so that the lines before a crash are on the disk, and never
 * throws: a full disk must not stop the app.
 */
export function createLog({ folder, redact, now, maxBytes = 512 * 1024, maxFiles = 3 }: LogOptions): Log {
  const file = (age: number) => join(folder, age === 0 ? 'giftwell.log' : `giftwell.${age}.log`)

  function write(level: string, message: string, cause?: unknown): void {
    const text = redact(cause === undefined ? message : `${message}: ${wordsOf(cause)}`)
    // Replace line breaks, so that logged text cannot forge log lines.
    const line = `${now().toISOString()} ${level} ${text.slice(0, maxCharacters).replaceAll(/\s*[\r\n]+\s*/g, ' | ')}\n`
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

function wordsOf(cause: unknown): string {
  if (!(cause instanceof Error)) return inspect(cause, { depth: 2, breakLength: Infinity })
  const own = cause.stack ?? `${cause.name}: ${cause.message}`
  return cause.cause === undefined ? own : `${own}\ncaused by ${wordsOf(cause.cause)}`
}

/** The process events for uncaught errors. */
export interface Failing {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (cause: unknown) => void): unknown
}

/**
 * Logs uncaught errors of the main process and crashed helper processes. The app continues, because unsaved input in the
 * window is worth more than a clean exit.
 */
export function logFailures(program: Failing, app: App, log: Log): void {
  program.on('uncaughtException', (cause) => log.error('An error was not caught', cause))
  program.on('unhandledRejection', (cause) => log.error('A promise was rejected', cause))
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') log.error(`The ${type} process ended: ${reason} (${exitCode})`)
  })
}

/** Removes personal and secret parts of a text. */
type Redact = (text: string) => string

const replacements: readonly (readonly [RegExp, string])[] = [
  // Query and fragment first: they may contain any of the patterns below.
  [/(?<=[\w/.)])[?#][^\s'"<>]*=[^\s'"<>]*/g, '?[query]'],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '[token]'],
  [/\b(?:sb|sbp|ghp|gho|ghs|github_pat)_\w+/g, '[token]'],
  [/\b(bearer|basic|apikey|token|password|secret|key)(["']?\s*[:= ]\s*["']?)[^\s"',;]{6,}/gi, '$1$2[secret]'],
  [/\b[\w+/-]{40,}={0,2}/g, '[token]'],
  [/[^\s<>"'(),:;@=&/]+(?:@|%40)[^\s<>"'(),:;@=&/]+\.[^\s<>"'(),:;@=&/]+/g, '[e-mail]'],
  [/(?<![\w.-])\+?\d(?:[ ()-]?\d){8,}(?![\w-])/g, '[number]'],
  // Quoted paths first. Unquoted paths may contain spaces, so redact to the end of the line or to Node's parentheses.
  [/(['"`])(?:file:\/\/)?(?:\/|[A-Za-z]:[\\/]|\\\\)[^'"`\n]*\1/g, '$1[path]$1'],
  [/file:\/\/(?:(?! \()[^\n])+/g, '[path]'],
  [/(?<![\w:/.])\/[^\s'":/](?:(?! \()[^'":/\n])*\/(?:(?! \()[^\n])*/g, '[path]'],
  [/(?<!\w)[A-Za-z]:[\\/](?:(?! \()[^\n])+/g, '[path]'],
  [/\\\\(?:(?! \()[^\n])+/g, '[path]'],
]

/**
 * Redacts e-mail addresses, phone numbers, tokens, keys, queries and file paths. Everything after the user's home folder
 * goes too, because file names may contain spaces. People's names cannot be detected: do not log them.
 */
export function createRedact(homeFolder: string): Redact {
  // Without a home folder, a pattern that never matches.
  const home = homeFolder === '' ? '(?!)' : pattern(homeFolder)
  const ofPerson = new RegExp(`${home}[^'"\`\\n]*`, 'gi')
  // Positions in our own code stay readable, wherever the app is installed.
  const ownCode = new RegExp(
    `(?:file://)?(?:${home}[^'"\`\\n(]*|[^\\s('"]*)[/\\\\](main\\.js|preload\\.cjs|assets/[\\w.-]+\\.js)(?=:\\d+:\\d+)`,
    'gi',
  )
  return (text) => {
    const impersonal = text.replaceAll(ownCode, '$1').replaceAll(ofPerson, '[path]')
    return replacements.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), impersonal)
  }
}

/** Escapes a path for a regular expression that matches both kinds of slashes. */
function pattern(path: string): string {
  return path.replaceAll(/[.*+?^${}()|[\]]/g, '\\$&').replaceAll(/[/\\]/g, '[/\\\\]')
}
