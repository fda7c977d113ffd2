import { readSheet } from './read-table.ts'
import { FileError } from './read-zip.ts'

// Reads off the main thread, so that the page stays responsive. Responds once; the page terminates it.
addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  readSheet(data).then(
    (sheet) => postMessage({ sheet }),
    (error: unknown) =>
      postMessage({ error: error instanceof FileError ? error.message : 'The file could not be read.' }),
  )
})
