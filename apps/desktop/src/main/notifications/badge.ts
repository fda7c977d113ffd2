import type { App, BrowserWindow, NativeImage } from 'electron'

/** Where the number of unseen leads is shown. */
export interface BadgeOptions {
  readonly app: Pick<App, 'setBadgeCount'>
  readonly window: Pick<BrowserWindow, 'isDestroyed' | 'setOverlayIcon' | 'flashFrame'>
  /** `process.platform`. */
  readonly platform: string
  /** The icon on the taskbar button, which Windows shows instead of a number. */
  readonly overlayIcon: NativeImage | null
}

/** Returns a function that shows the number of unseen leads: a number on macOS and Linux, a flashing icon on Windows. */
export function createBadge({ app, window, platform, overlayIcon }: BadgeOptions): (count: number) => void {
  return (count) => {
    if (platform !== 'win32') {
      app.setBadgeCount(count)
      return
    }
    if (window.isDestroyed()) return
    window.setOverlayIcon(count === 0 ? null : overlayIcon, count === 0 ? '' : leadsTitle(count))
    window.flashFrame(count > 0)
  }
}

/** "New lead" or "3 new leads". */
export function leadsTitle(count: number): string {
  return count === 1 ? 'New lead' : `${count} new leads`
}

/** Pixels of each side; Windows scales the icon to its taskbar. */
const size = 32
const radius = 13

/** The theme's marigold in Windows' order: blue, green, red. */
const marigold = [0x1b, 0x9a, 0xe3] as const

/** The icon on the Windows taskbar button: a marigold disc. */
export function createOverlayIcon(nativeImage: {
  createFromBitmap(pixels: Buffer, size: { width: number; height: number }): NativeImage
}): NativeImage {
  return nativeImage.createFromBitmap(drawDisc(), { width: size, height: size })
}

/** An antialiased disc: four bytes per pixel, with premultiplied alpha. */
export function drawDisc(): Buffer {
  const pixels = Buffer.alloc(size * size * 4)
  const middle = (size - 1) / 2
  for (let index = 0; index < size * size; index += 1) {
    const distance = Math.hypot((index % size) - middle, Math.floor(index / size) - middle)
    const cover = Math.min(Math.max(radius + 0.5 - distance, 0), 1)
    pixels.set([...marigold.map((part) => Math.round(part * cover)), Math.round(255 * cover)], index * 4)
  }
  return pixels
}
