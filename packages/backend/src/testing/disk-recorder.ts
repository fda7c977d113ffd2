import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

/**
 * A power cut in a test. Loaded with `--import` into a server, this module records the files' contents before each
 * unflushed write. `cutPower` then removes from a killed server's files the data that a disk would have lost: the
 * kernel may write a page at any time, but must only at a flush (fsync(2)). Names of files are durable at once, as in a journal of a file system.
 */
const journalVariable = 'GIFTWELL_DISK_JOURNAL'

/** The environment of a server that records its writes to a journal. */
export function recordingDisk(journal: string): Record<string, string> {
  return { [journalVariable]: journal, NODE_OPTIONS: `--import=${import.meta.url}` }
}

/** A file's content before a write, or a note that it was flushed. Files are known by their inode, since PostgreSQL renames them. */
type JournalEntry =
  | { readonly file: number; readonly size: number; readonly at: number; readonly old: string }
  | { readonly file: number; readonly isFlushed: true }

if (process.env[journalVariable] !== undefined) record(process.env[journalVariable])

function record(journal: string): void {
  const { openSync, closeSync, readSync, writeSync, fstatSync, fsyncSync, ftruncateSync, truncateSync } = fs
  const written = openSync(journal, 'a')
  const note = (entry: JournalEntry): void => {
    writeSync(written, `${JSON.stringify(entry)}\n`)
  }
  /** The file is opened once more, since a descriptor for writing may not read. */
  const noteContent = (descriptor: number, at: number, length: number): void => {
    const { ino: file, size } = fstatSync(descriptor)
    const old = Buffer.alloc(Math.max(0, Math.min(length, size - at)))
    const reader = openSync(`/proc/self/fd/${descriptor}`, 'r')
    readSync(reader, old, 0, old.length, at)
    closeSync(reader)
    note({ file, size, at, old: old.toString('base64') })
  }
  Object.assign(fs, {
    // The arguments of Emscripten's NODEFS; others write no file of a database.
    writeSync(descriptor: number, bytes: Uint8Array, offset: number, length: number, at: number | null) {
      const isFile = typeof at === 'number' && fstatSync(descriptor).isFile()
      if (isFile) noteContent(descriptor, at, length)
      return writeSync(descriptor, bytes, offset, length, at)
    },
    ftruncateSync(descriptor: number, size = 0) {
      noteContent(descriptor, size, Infinity)
      ftruncateSync(descriptor, size)
    },
    truncateSync(path: string, size = 0) {
      const descriptor = openSync(path, 'r+')
      noteContent(descriptor, size, Infinity)
      closeSync(descriptor)
      truncateSync(path, size)
    },
    fsyncSync(descriptor: number) {
      fsyncSync(descriptor)
      note({ file: fstatSync(descriptor).ino, isFlushed: true })
    },
  })
  syncBuiltinESMExports()
}

/** The size of the pages that a disk gets one by one. */
const pageSize = 4096

/**
 * Removes from a folder's files the data that a power cut loses, and begins a new journal.
 * @param isKept whether an unflushed page has reached the disk
 * @returns how many pages were lost
 */
export function cutPower(folder: string, journal: string, isKept: () => boolean): number {
  const unflushed = new Map<number, Extract<JournalEntry, { old: string }>[]>()
  for (const line of fs.readFileSync(journal, 'utf8').split('\n').slice(0, -1)) {
    const entry = JSON.parse(line) as JournalEntry
    if ('isFlushed' in entry) unflushed.delete(entry.file)
    else unflushed.set(entry.file, [...(unflushed.get(entry.file) ?? []), entry])
  }
  fs.writeFileSync(journal, '')
  let lost = 0
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    const entries = unflushed.get(fs.statSync(path).ino)
    if (entries === undefined) continue
    const latest = fs.readFileSync(path)
    const size = entries[0]?.size ?? 0
    let durable = Buffer.alloc(Math.max(latest.length, ...entries.map((entry) => entry.size)))
    latest.copy(durable)
    for (const { at, old } of entries.toReversed()) Buffer.from(old, 'base64').copy(durable, at)
    durable = durable.subarray(0, size)
    const pages = Array.from({ length: Math.ceil(Math.max(size, latest.length) / pageSize) }, (_, number) => {
      const [from, to] = [number * pageSize, (number + 1) * pageSize]
      const [before, after] = [durable.subarray(from, to), latest.subarray(from, to)]
      if (before.equals(after) || isKept()) return after
      lost += 1
      // A page beyond the end, before one that is kept, is a hole.
      return before
    })
    let end = pages.length
    while (end > 0 && pages[end - 1]?.length === 0) end -= 1
    fs.writeFileSync(
      path,
      Buffer.concat(
        pages
          .slice(0, end)
          .map((page, number) =>
            number < end - 1 && page.length < pageSize
              ? Buffer.concat([page, Buffer.alloc(pageSize - page.length)])
              : page,
          ),
      ),
    )
  }
  return lost
}
