import type * as Electron from 'electron'

type Handler = Parameters<Electron.IpcMain['handle']>[1]

/** Who sends a message, as far as that is looked at. */
export interface Sender {
  readonly page: object
  readonly url: string
  /** Whether the message comes from a frame within the page. */
  readonly isInner?: boolean
  /** Whether the frame is gone by the time the message is read. */
  readonly isGone?: boolean
}

/** The main process's end of the messages: what a page sends is cloned both ways, as Electron does. */
export class FakeIpcMain implements Pick<Electron.IpcMain, 'handle' | 'removeHandler'> {
  private readonly handlers = new Map<string, Handler>()

  get channels(): readonly string[] {
    return [...this.handlers.keys()]
  }

  handle(channel: string, handler: Handler): void {
    if (this.handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    }
    this.handlers.set(channel, handler)
  }
  removeHandler(channel: string): void {
    this.handlers.delete(channel)
  }

  /** What `ipcRenderer.invoke` does in a page; fails with Electron's words around the handler's message. */
  async invoke(sender: Sender, channel: string, ...args: readonly unknown[]): Promise<unknown> {
    const handler = this.handlers.get(channel)
    try {
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
      // Only what is looked at: a test has no real frames.
      const event = { sender: sender.page, senderFrame: frameOf(sender) } as Electron.IpcMainInvokeEvent
      return structuredClone(await handler(event, ...args.map((arg) => structuredClone(arg))))
    } catch (error) {
      // As Electron does, the page gets the text alone.
      // oxlint-disable-next-line preserve-caught-error -- the cause stays in the main process
      throw new Error(`Error invoking remote method '${channel}': ${String(error)}`)
    }
  }
}

function frameOf({ url, isInner = false, isGone = false }: Sender) {
  return isGone ? null : { url, parent: isInner ? {} : null }
}
