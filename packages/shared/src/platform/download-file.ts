import type { SavedFile } from './platform.ts'

/** Long enough for a slow browser to begin reading; the address keeps the whole file in memory. */
const keepAddressFor = 60_000

/** Gives a file to the browser, which saves it or asks where to: the page is told neither. */
export function downloadFile(document: Document, { name, content }: SavedFile): 'saved' {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), keepAddressFor)
  return 'saved'
}
