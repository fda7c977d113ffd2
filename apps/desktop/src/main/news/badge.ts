import type { App, BrowserWindow, NativeImage } from 'electron'

import { leadsTitle } from './news-words.ts'

/** Where a number of unseen leads is shown. */
export interface BadgeOptions {
  readonly app: Pick<App, 'setBadgeCount'>
  readonly window: () => Pick<BrowserWindow, 'isDestroyed' | 'setOverlayIcon' | 'flashFrame'> | null
  /** `process.platform`. */
  readonly platform: string
  /** The small picture on the taskbar's button, which Windows has in place of a number. */
  readonly overlayIcon: NativeImage | null
}

/** Shows how many leads are unseen; 0 takes it away. */
export type ShowBadge = (count: number) => void

/** The system's badge: a number on macOS and Linux, on Windows a mark on the taskbar's button, which flashes once more. */
export function createBadge({ app, window, platform, overlayIcon }: BadgeOptions): ShowBadge {
  return (count) => {
    if (platform !== 'win32') {
      app.setBadgeCount(count)
      return
    }
    const shown = window()
    if (shown === null || shown.isDestroyed()) return
    shown.setOverlayIcon(count === 0 ? null : overlayIcon, count === 0 ? '' : leadsTitle(count))
    shown.flashFrame(count > 0)
  }
}
