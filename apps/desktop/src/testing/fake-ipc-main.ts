import type * as Electron from 'electron'

type Handler = Parameters<Electron.IpcMain['handle']>[1]

/** The checked parts of a message's sender. */
export interface Sender {
  readonly page: object
  readonly url: string
  /** Whether a subframe sends the message. */
  readonly isInner?: boolean
  /** Whether the frame is destroyed when the message arrives. */
  readonly isGone?: boolean
}

/** Clones messages in both directions, as Electron does; the texts are those of its lib/browser/ipc-main-impl.ts. */
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

  /** Acts as `ipcRenderer.invoke`; errors have Electron's prefix. */
  async invoke(sender: Sender, channel: string, ...args: readonly unknown[]): Promise<unknown> {
    const handler = this.handlers.get(channel)
    try {
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
      // Only the checked members.
      const event = { sender: sender.page, senderFrame: frameOf(sender) } as Electron.IpcMainInvokeEvent
      return structuredClone(await handler(event, ...args.map((arg) => structuredClone(arg))))
    } catch (error) {
      // Electron passes only the text.
      // oxlint-disable-next-line preserve-caught-error -- the cause stays in the main process
      throw new Error(`Error invoking remote method '${channel}': ${String(error)}`)
    }
  }
}

function frameOf({ url, isInner = false, isGone = false }: Sender) {
  return isGone ? null : { url, parent: isInner ? {} : null }
}
