import type { SavedFile } from './platform.ts'

/** Time for a slow browser to start reading before the blob is released. */
const revokeAfterMs = 60_000

/** Downloads a file; the page is not notified of the result. */
export function downloadFile(document: Document, { name, content }: SavedFile): 'saved' {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs)
  return 'saved'
}
