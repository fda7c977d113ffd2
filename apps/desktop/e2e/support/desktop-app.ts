import type { Page } from '@playwright/test'

/** A shown notification. */
export interface Shown {
  readonly title: string
  readonly body: string
}

/** The running app, and the user's actions outside the page. */
export interface DesktopApp {
  readonly page: Page
  /** Sets the choice in the file picker; empty cancels it. */
  choose(files: readonly string[]): Promise<void>
  /** Sets the choice in the save dialog; null cancels it. */
  saveAs(path: string | null): Promise<void>
  /** The number of opened file dialogs. */
  dialogs(): Promise<number>
  hide(): Promise<void>
  notifications(): Promise<readonly Shown[]>
  /** Clicks the latest notification. */
  pressNotification(): Promise<void>
  badge(): Promise<number>
  /** Advances a fake clock; without one, time passes by itself. */
  passTime(milliseconds: number): Promise<void>
  quit(): Promise<void>
}

/** Starts the app with a user data folder; the same folder simulates a restart. */
export type StartApp = (userData: string) => Promise<DesktopApp>
