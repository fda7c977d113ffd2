interface Entry {
  /** Only of folders. */
  readonly files?: Readonly<Record<string, Entry>>
  readonly offset?: string
  readonly size?: number
}

/** The files in an archive that Electron runs an app from, by their path. */
export function readAsar(archive: Buffer): Map<string, Buffer> {
  // Chromium's pickle: the length of the head twice, then the head's text with its own length.
  const start = 8 + archive.readUInt32LE(4)
  // Written by electron-builder, in the form that Electron reads.
  const head = JSON.parse(archive.toString('utf8', 16, 16 + archive.readUInt32LE(12))) as Entry
  const files = new Map<string, Buffer>()
  const collect = (entry: Entry, path: string) => {
    for (const [name, child] of Object.entries(entry.files ?? {}))
      collect(child, path === '' ? name : `${path}/${name}`)
    if (entry.files !== undefined) return
    const offset = start + Number(entry.offset)
    files.set(path, archive.subarray(offset, offset + (entry.size ?? 0)))
  }
  collect(head, '')
  return files
}
