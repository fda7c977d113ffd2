import type { Locator } from '@playwright/test'

/**
 * Drags files and folders of the disk over an element, as Chromium's own: Playwright's `drop` has no folders. The result drops
 * them.
 */
export async function dragFiles(target: Locator, paths: readonly string[]): Promise<() => Promise<void>> {
  const box = await target.boundingBox()
  if (box === null) throw new Error('The element is not shown')
  const x = box.x + box.width / 2
  const y = box.y + box.height / 2
  const browser = await target.page().context().newCDPSession(target.page())
  async function send(type: 'dragEnter' | 'dragOver' | 'drop'): Promise<void> {
    await browser.send('Input.dispatchDragEvent', {
      type,
      x,
      y,
      data: { items: [], files: [...paths], dragOperationsMask: 1 },
    })
  }
  await send('dragEnter')
  await send('dragOver')
  return () => send('drop')
}
