import { join } from 'node:path'
import { writePrivateFile } from '../data-folder/write-private-file.ts'
import type { Say } from '../process/terminal.ts'
import type { Message } from './auth-message.ts'

/** Writes each e-mail to a file; nothing here delivers it. */
export interface Outbox {
  send(message: Message): Promise<void>
}

const maxAddressLength = 100

/**
 * Writes each message to `<time>-<to>.json` with `to`, `subject`, `text` and `html`, so that names sort by time, and
 * reports its link.
 */
export function createOutbox(folder: string, say: Say): Outbox {
  let last = 0
  return {
    async send({ to, subject, text, html, link }) {
      // Two messages in one millisecond need two names.
      last = Math.max(Date.now(), last + 1)
      const name = `${fileTime(new Date(last))}-${fileAddress(to)}.json`
      await writePrivateFile(join(folder, name), `${JSON.stringify({ to, subject, text, html }, null, 2)}\n`)
      if (link !== null) say(`mail: ${subject}: ${link}`)
    },
  }
}

/** `2026-11-21T07-15-10-123Z`: Windows allows no colons in names. */
function fileTime(time: Date): string {
  return time.toISOString().replace(/[:.]/g, '-')
}

/** The address without characters that have a meaning in a path. */
function fileAddress(address: string): string {
  return address
    .toLowerCase()
    .replace(/[^a-z0-9@._+-]/g, '_')
    .replace(/\.{2,}/g, '_')
    .slice(0, maxAddressLength)
}
