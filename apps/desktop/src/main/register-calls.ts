import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron'

import { type Call, calls, type Handlers } from '../ipc/contract.ts'
import { isAppAddress } from './app-address.ts'
import type { Log } from './log.ts'
import { SpokenError } from './spoken-error.ts'

/** What the calls need: who may ask, who answers, and where failures are written down. */
export interface CallsOptions {
  readonly ipcMain: Pick<IpcMain, 'handle'>
  /** The page of our window; null while there is none. */
  readonly ourPage: () => WebContents | null
  readonly handlers: Handlers
  readonly log: Log
}

/**
 * Answers every call of the contract, and no other. A message counts only when it comes from the main frame of our
 * window while that shows our own page; what it holds and what is answered are parsed. The page is told a failure in one
 * sentence: the handler's own (`SpokenError`) or a general one, the rest is in the log.
 */
export function registerCalls({ ipcMain, ourPage, handlers, log }: CallsOptions): void {
  // The keys are those of the contract.
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
  const asked = calls[call].input.safeParse(input)
  if (!asked.success) {
    log.warn(`${call} was refused: ${asked.error.issues.map((issue) => issue.path.join('.')).join(', ')}`)
    throw new Error('The app was asked for something that it does not know.')
  }
  let sentence = 'Something went wrong in the app. Please try again.'
  try {
    // The input was parsed by the schema of this very call, which the compiler cannot follow over the whole list.
    const handler = handlers[call] as (input: unknown) => Promise<unknown>
    return calls[call].output.parse(await handler(asked.data))
  } catch (cause) {
    log.error(`${call} failed`, cause)
    if (cause instanceof SpokenError) sentence = cause.message
  }
  // Thrown here, without its cause: Electron prints what a handler throws, and that may name files and people.
  throw new Error(sentence)
}
