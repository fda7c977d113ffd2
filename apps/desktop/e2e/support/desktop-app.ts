import type { Page } from '@playwright/test'

/** A notification that the system showed. */
export interface Shown {
  readonly title: string
  readonly body: string
}

/** The app as it runs for a person, and that person's hands outside of the page. */
export interface DesktopApp {
  readonly page: Page
  /** What is chosen in the system's picker from now on; nothing cancels it. */
  choose(files: readonly string[]): Promise<void>
  /** Where files are saved from now on; null cancels the dialog. */
  saveAs(path: string | null): Promise<void>
  /** How often the system's picker or its dialog for saving was opened. */
  dialogs(): Promise<number>
  /** Hides the window; the app goes on. */
  hide(): Promise<void>
  /** Every notification since the start. */
  notifications(): Promise<readonly Shown[]>
  /** Presses the newest notification. */
  pressNotification(): Promise<void>
  /** The number beside the app's icon. */
  badge(): Promise<number>
  /** Lets so many milliseconds pass, where the clock can be moved; elsewhere they pass by themselves. */
  passTime(milliseconds: number): Promise<void>
  /** Ends it, as the person does. */
  quit(): Promise<void>
}

/** Starts the app on a folder for what it keeps; a later start on the same folder finds that again. */
export type StartApp = (userData: string) => Promise<DesktopApp>
