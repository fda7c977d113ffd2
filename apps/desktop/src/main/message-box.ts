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

/** Tells the user something; says nothing while it has been said and not been read. */
export type Tell = (message: string, detail: string) => void

export function createTell(dialog: Box, window: BrowserWindow): Tell {
  const unread = new Set<string>()
  return (message, detail) => {
    if (window.isDestroyed() || unread.has(message)) return
    unread.add(message)
    const read = () => void unread.delete(message)
    dialog.showMessageBox(window, { type: 'info', message, detail }).then(read, read)
  }
}
