import type * as Electron from 'electron'

/** An open message box. */
export interface Asked {
  readonly options: Electron.MessageBoxOptions
  /** Presses a button by its label; throws for an unknown one. */
  press(button: string): void
}

/** The system's dialogs, answered by the test. */
export class FakeDialog implements Pick<
  Electron.Dialog,
  'showMessageBox' | 'showErrorBox' | 'showOpenDialog' | 'showSaveDialog'
> {
  /** Open message boxes, the oldest first. */
  readonly asked: Asked[] = []
  readonly errors: string[] = []
  /** Presses a button of the only open message box; one without buttons has "OK" (docs/api/dialog.md, "buttons"). */
  async press(button: string): Promise<void> {
    const [only] = this.asked
    if (only === undefined || this.asked.length > 1) throw new Error(`${this.asked.length} dialogs are open.`)
    only.press(button)
    await new Promise((resolve) => setImmediate(resolve))
  }
  /** The paths chosen in the open dialog; empty cancels it. */
  chosen: readonly string[] = []
  /** The path chosen in the save dialog; null cancels it. */
  savedAs: string | null = null
  readonly openings: Electron.OpenDialogOptions[] = []
  readonly savings: Electron.SaveDialogOptions[] = []

  async showMessageBox(
    windowOrOptions: Electron.BaseWindow | Electron.MessageBoxOptions,
    options?: Electron.MessageBoxOptions,
  ): Promise<Electron.MessageBoxReturnValue> {
    // With one argument it is the options, as in Electron.
    const shown = options ?? (windowOrOptions as Electron.MessageBoxOptions)
    return new Promise((resolve) => {
      const answer = (response: number) => {
        this.asked.splice(this.asked.indexOf(asked), 1)
        resolve({ response, checkboxChecked: false })
      }
      const asked: Asked = {
        options: shown,
        press: (button) => {
          const response = (shown.buttons ?? ['OK']).indexOf(button)
          if (response < 0) throw new Error(`There is no button "${button}".`)
          answer(response)
        },
      }
      this.asked.push(asked)
      // docs/api/dialog.md, "signal": "the message box will behave as if it was cancelled by the user".
      shown.signal?.addEventListener('abort', () => answer(shown.cancelId ?? 0))
    })
  }
  showErrorBox(title: string, content: string): void {
    this.errors.push(`${title}: ${content}`)
  }
  async showOpenDialog(
    windowOrOptions: Electron.BaseWindow | Electron.OpenDialogOptions,
    options?: Electron.OpenDialogOptions,
  ): Promise<Electron.OpenDialogReturnValue> {
    this.openings.push(options ?? windowOrOptions)
    return { canceled: this.chosen.length === 0, filePaths: [...this.chosen] }
  }
  async showSaveDialog(
    windowOrOptions: Electron.BaseWindow | Electron.SaveDialogOptions,
    options?: Electron.SaveDialogOptions,
  ): Promise<Electron.SaveDialogReturnValue> {
    this.savings.push(options ?? windowOrOptions)
    // docs/api/dialog.md: "If the dialog is canceled, this will be an empty string."
    return { canceled: this.savedAs === null, filePath: this.savedAs ?? '' }
  }
}
