import { readSheet } from './read-table.ts'
import { FileError } from './sheet.ts'

// Reads off the main thread, so that the page stays responsive. Responds once; the page terminates it.
addEventListener('message', ({ data }: MessageEvent<{ file: Blob; wanted?: string }>) => {
  readSheet(data.file, data.wanted).then(
    (sheet) => postMessage({ sheet }),
    (error: unknown) =>
      postMessage({ error: error instanceof FileError ? error.message : 'The file could not be read.' }),
  )
})
