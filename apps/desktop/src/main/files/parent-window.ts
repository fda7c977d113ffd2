import type { BrowserWindow } from 'electron'

/** Gives the window that a dialog belongs to; null while there is none. */
export type ParentWindow = () => BrowserWindow | null
