import { useEffect } from 'react'

/** A file that is dropped beside the field would open in place of the form: nothing happens instead. */
export function useNoStrayDrops(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.defaultPrevented || event.dataTransfer === null) return
      const isOverFileInput = event.target instanceof HTMLInputElement && event.target.type === 'file'
      if (isOverFileInput && !event.target.disabled) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
}
