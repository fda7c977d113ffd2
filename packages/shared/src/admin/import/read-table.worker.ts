import { readSheet } from './read-table.ts'
import { FileRefusal } from './read-zip.ts'

// Reads off the main thread, so that the page stays responsive. Responds once; the page terminates it.
addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  readSheet(data).then(
    (sheet) => postMessage({ sheet }),
    (error: unknown) =>
      postMessage({ refusal: error instanceof FileRefusal ? error.message : 'The file could not be read.' }),
  )
})
