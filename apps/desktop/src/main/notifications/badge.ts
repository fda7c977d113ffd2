import type { App, BrowserWindow, NativeImage } from 'electron'

/** Where the number of unanswered leads is shown. */
export interface BadgeOptions {
  readonly app: Pick<App, 'setBadgeCount'>
  readonly window: Pick<BrowserWindow, 'isDestroyed' | 'setOverlayIcon'>
  /** `process.platform`. */
  readonly platform: string
  /** The icon on the taskbar button, which Windows shows instead of a number. */
  readonly overlayIcon: NativeImage | null
  /** Shows the number in the tray as well. */
  readonly showInTray: (count: number) => void
}

/** Returns a function that shows the number of unanswered leads: a number on macOS and Linux, an icon on Windows. */
export function createBadge(options: BadgeOptions): (count: number) => void {
  const { app, window, platform, overlayIcon, showInTray } = options
  return (count) => {
    showInTray(count)
    if (platform !== 'win32') app.setBadgeCount(count)
    else if (!window.isDestroyed())
      window.setOverlayIcon(count === 0 ? null : overlayIcon, count === 0 ? '' : unansweredLeads(count))
  }
}

/** "3 unanswered leads". */
export function unansweredLeads(count: number): string {
  return `${count} unanswered ${count === 1 ? 'lead' : 'leads'}`
}

/** The icon on the Windows taskbar button: a disc of the theme's marigold, 32 pixels wide, as a PNG. */
export const disc =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAq0lEQVR42mNgGAVDCTyeJW0OxC1AfACIXwDxHyh+ARUDyZnTwmIvqAX/icQgtV7UsnwGCRaj4xmUWCxIoq/xhYYgOQ6ghuVwR9Az2CmLDmiC+08j7EXvoCctKqD5/D+NsTk+B7TQwQEtAxX8hKMBWqTS2gEv8DngDx0c8GdQO2DAo2DAE+GAZ8OBLYgGvCgeFJXRgFfHg6JBMiiaZAPeKB00zfJB0TEZBbQEABkxjTSovNkmAAAAAElFTkSuQmCC'
