import { useWindowEvent } from '@mantine/hooks'

/** Takes images that are pasted anywhere on the page, unless the paste fills a text field or `isOff`. */
export function usePastedImages(isOff: boolean, onPaste: (images: readonly File[]) => void): void {
  useWindowEvent('paste', (event) => {
    const images = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
    if (isOff || images.length === 0 || pastesText(event)) return
    event.preventDefault()
    onPaste(images)
  })
}

/** Whether a paste fills a text field: some programs put a picture of a copied text beside it. */
function pastesText({ target, clipboardData }: ClipboardEvent): boolean {
  const isTextField = target instanceof HTMLElement && target.matches('input:not([type="file"]), textarea')
  return isTextField && clipboardData?.types.includes('text/plain') === true
}
