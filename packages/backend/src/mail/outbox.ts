import { join } from 'node:path'
import { writePrivateFile } from '../data-folder/write-private-file.ts'
import type { Say } from '../process/terminal.ts'
import type { Message } from './auth-message.ts'

/** Where e-mail goes: each message becomes a file, since nothing here delivers it. */
export interface Outbox {
  send(message: Message): Promise<void>
}

const longestAddressInName = 100

/**
 * Keeps every message as `<time>-<to>.json` with `to`, `subject`, `text` and `html`, in a folder whose files sort by
 * time, and says its link.
 */
export function createOutbox(folder: string, say: Say): Outbox {
  let last = 0
  return {
    async send({ to, subject, text, html, link }) {
      // Two messages in one millisecond must not become one file.
      last = Math.max(Date.now(), last + 1)
      const name = `${fileTime(new Date(last))}-${fileAddress(to)}.json`
      await writePrivateFile(join(folder, name), `${JSON.stringify({ to, subject, text, html }, null, 2)}\n`)
      if (link !== null) say(`mail: ${subject}: ${link}`)
    },
  }
}

/** `2026-11-21T07-15-10-123Z`: no colon, which some systems refuse in a name. */
function fileTime(time: Date): string {
  return time.toISOString().replace(/[:.]/g, '-')
}

/** The address with everything replaced that could mean something in a path. */
function fileAddress(address: string): string {
  return address
    .toLowerCase()
    .replace(/[^a-z0-9@._+-]/g, '_')
    .replace(/\.{2,}/g, '_')
    .slice(0, longestAddressInName)
}
