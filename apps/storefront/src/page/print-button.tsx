import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import type { CSSProperties } from 'react'

/** Milliseconds that printing waits for pictures. */
const maxWaitMs = 4000

interface PrintButtonProps {
  readonly size?: 'sm' | 'md'
  readonly style?: CSSProperties
}

/** Prints the dialog or page around it, with its pictures. */
export function PrintButton({ size = 'sm', style }: PrintButtonProps) {
  return (
    <Button
      variant="default"
      size={size}
      style={style}
      onClick={({ currentTarget }) => void printAround(currentTarget.closest('[role="dialog"], main'))}
    >
      Print
    </Button>
  )
}

async function printAround(root: Element | null): Promise<void> {
  await decodePictures(root, maxWaitMs)
  window.print()
}

/** Waits until an element's pictures are there, or have failed, and at most so many milliseconds. */
export async function decodePictures(root: Element | null, longest: number): Promise<void> {
  const pictures = Array.from(root?.querySelectorAll('img') ?? [], async (picture) => {
    // Those outside of the window are not loaded yet.
    picture.loading = 'eager'
    await picture.decode()
  })
  await Promise.race([Promise.allSettled(pictures), new Promise((resolve) => setTimeout(resolve, longest))])
}
