import type * as Electron from 'electron'

/** One question that the person was asked. */
export interface Asked {
  readonly options: Electron.MessageBoxOptions
  /** Presses the button of this name; an unknown one is a mistake of the test. */
  press(button: string): void
}

/** The system's dialogs: what the person does in them is the test's to say. */
export class FakeDialog implements Pick<
  Electron.Dialog,
  'showMessageBox' | 'showMessageBoxSync' | 'showErrorBox' | 'showOpenDialog' | 'showSaveDialog'
> {
  /** Questions that wait for an answer, the oldest first. */
  readonly asked: Asked[] = []
  readonly errors: string[] = []
  /** The button that is pressed in every question that waits for nobody; unless given, the one that cancels. */
  pressedAtOnce: string | undefined
  readonly askedAtOnce: Electron.MessageBoxSyncOptions[] = []
  /** What is chosen in the picker from now on; nothing means that it is cancelled. */
  chosen: readonly string[] = []
  /** Where files are saved from now on; null means that the dialog is cancelled. */
  savedAs: string | null = null
  readonly openings: Electron.OpenDialogOptions[] = []
  readonly savings: Electron.SaveDialogOptions[] = []

  async showMessageBox(
    windowOrOptions: Electron.BaseWindow | Electron.MessageBoxOptions,
    options?: Electron.MessageBoxOptions,
  ): Promise<Electron.MessageBoxReturnValue> {
    // With one argument that is the options, as Electron has it.
    const said = options ?? (windowOrOptions as Electron.MessageBoxOptions)
    return new Promise((resolve) => {
      const answer = (response: number) => {
        this.asked.splice(this.asked.indexOf(asked), 1)
        resolve({ response, checkboxChecked: false })
      }
      const asked: Asked = {
        options: said,
        press: (button) => {
          const response = said.buttons?.indexOf(button) ?? -1
          if (response < 0) throw new Error(`There is no button "${button}".`)
          answer(response)
        },
      }
      this.asked.push(asked)
      said.signal?.addEventListener('abort', () => answer(said.cancelId ?? 0))
    })
  }
  showMessageBoxSync(
    windowOrOptions: Electron.BaseWindow | Electron.MessageBoxSyncOptions,
    options?: Electron.MessageBoxSyncOptions,
  ): number {
    // With one argument that is the options, as Electron has it.
    const said = options ?? (windowOrOptions as Electron.MessageBoxSyncOptions)
    this.askedAtOnce.push(said)
    const pressed = this.pressedAtOnce
    return pressed === undefined ? (said.cancelId ?? 0) : (said.buttons?.indexOf(pressed) ?? -1)
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
    return { canceled: this.savedAs === null, filePath: this.savedAs ?? '' }
  }
}
