import type { BrowserWindow, Dialog } from 'electron'

type Box = Pick<Dialog, 'showMessageBox'>

/** Asks without blocking; whether the user agreed. The dialog starts with the button that changes nothing. */
export async function askIn(
  dialog: Box,
  window: BrowserWindow,
  [message, agree, decline]: readonly [string, string, string],
): Promise<boolean> {
  const buttons = [agree, decline]
  const options = { type: 'question', message, buttons, defaultId: 1, cancelId: 1, noLink: true } as const
  const { response } = await dialog.showMessageBox(window, options)
  return response === 0
}

/** Shows a message in a dialog, unless the same one is still open. */
export type ShowMessage = (message: string, detail: string) => void

/** Makes a `ShowMessage` for a window. */
export function createMessageBox(dialog: Box, window: BrowserWindow): ShowMessage {
  const unread = new Set<string>()
  return (message, detail) => {
    if (window.isDestroyed() || unread.has(message)) return
    unread.add(message)
    const read = () => void unread.delete(message)
    dialog.showMessageBox(window, { type: 'info', message, detail }).then(read, read)
  }
}
