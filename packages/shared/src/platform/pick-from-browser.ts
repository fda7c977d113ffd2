import type { PickOptions } from './platform.ts'

/** Opens the browser's picker for images by a file input that stands in the page only as long as the picker is open. */
export function pickFromBrowser(document: Document, options: PickOptions): Promise<readonly File[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = 'image/*'
  input.multiple = options.multiple ?? false
  input.hidden = true
  return new Promise((resolve) => {
    const close = () => {
      input.remove()
      resolve([...(input.files ?? [])])
    }
    input.addEventListener('change', close)
    input.addEventListener('cancel', close)
    // Safari opens a picker only for an input that is part of the page.
    document.body.append(input)
    input.click()
  })
}
