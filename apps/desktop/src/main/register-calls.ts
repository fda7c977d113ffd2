import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron'

import { type Call, calls, type Handlers } from '../ipc/contract.ts'
import { isAppAddress } from './app-protocol.ts'
import type { Log } from './log.ts'

interface CallsOptions {
  readonly ipcMain: Pick<IpcMain, 'handle'>
  /** The page of our window; null when it is destroyed. */
  readonly ourPage: () => WebContents | null
  readonly handlers: Handlers
  readonly log: Log
}

/**
 * Registers a handler for every call of the contract. Accepts messages only from the main frame of our window while it
 * shows our own page, and validates inputs and outputs. The page gets the message of a `DisplayableError` or a generic
 * one; details go to the log.
 */
export function registerCalls({ ipcMain, ourPage, handlers, log }: CallsOptions): void {
  // Object.keys loses the literal types.
  for (const call of Object.keys(calls) as Call[]) {
    ipcMain.handle(call, async (event, input: unknown) => {
      if (!isFromOurPage(event, ourPage())) {
        log.warn(`${call} was refused: it did not come from our page`)
        throw new Error('This page may not ask the app for anything.')
      }
      return answer(call, handlers, input, log)
    })
  }
}

function isFromOurPage(event: IpcMainInvokeEvent, ourPage: WebContents | null): boolean {
  const { sender, senderFrame } = event
  return (
    ourPage !== null && sender === ourPage && senderFrame?.parent === null && isAppAddress(senderFrame.url)
  )
}

async function answer(call: Call, handlers: Handlers, input: unknown, log: Log): Promise<unknown> {
  const parsed = calls[call].input.safeParse(input)
  if (!parsed.success) {
    log.warn(`${call} was refused: ${parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')}`)
    throw new Error('The app was asked for something that it does not know.')
  }
  let sentence = 'Something went wrong in the app. Please try again.'
  try {
    // The input matches the schema of this call, which the compiler cannot infer for the whole list.
    const handler = handlers[call] as (input: unknown) => Promise<unknown>
    return calls[call].output.parse(await handler(parsed.data))
  } catch (cause) {
    log.error(`${call} failed`, cause)
    if (cause instanceof DisplayableError) sentence = cause.message
  }
  // Without the cause: Electron prints errors of handlers, and they may contain paths and names.
  throw new Error(sentence)
}

/** An error whose message is a sentence for the user, without paths, addresses or names. */
export class DisplayableError extends Error {
  override readonly name = 'DisplayableError'
}
