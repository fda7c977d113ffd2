import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { IconShare } from '@tabler/icons-react'

interface ShareButtonProps {
  readonly title: string
  /** With the keys that open the shared products. */
  readonly path: string
}

/** Shares an address by the browser's own list of apps, else by the clipboard. */
export function ShareButton({ title, path }: ShareButtonProps) {
  const toasts = useToasts()
  async function share() {
    const url = new URL(path, window.location.href).href
    try {
      // Not every browser has it, whatever its type says.
      if (navigator.canShare?.({ url })) await navigator.share({ title, url })
      else {
        await navigator.clipboard.writeText(url)
        toasts.show({ title: 'Link copied', description: url })
      }
    } catch (error) {
      // The user closed the list of apps and shares nothing.
      if (recordOf(error)['name'] !== 'AbortError') toasts.show({ title: 'Copy this link', description: url })
    }
  }
  return (
    <Button
      variant="default"
      style={{ height: '2.75rem' }}
      leftSection={<IconShare size={18} aria-hidden />}
      onClick={() => void share()}
    >
      Share
    </Button>
  )
}
