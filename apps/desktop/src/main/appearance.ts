import type { BrowserWindow, NativeTheme } from 'electron'

/** What is seen until the page is drawn, and behind it while the window is resized: the theme's paper (design tokens). */
export function windowBackground(isDark: boolean): string {
  return isDark ? '#17121C' : '#FBF7F0'
}

/** Lets the app look light or dark as the system does, now and whenever that changes. */
export function followAppearance(nativeTheme: NativeTheme, window: BrowserWindow): void {
  const update = () => window.setBackgroundColor(windowBackground(nativeTheme.shouldUseDarkColors))
  nativeTheme.themeSource = 'system'
  nativeTheme.on('updated', update)
  window.once('closed', () => nativeTheme.off('updated', update))
}
