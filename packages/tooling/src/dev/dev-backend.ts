import { setTimeout as delay } from 'node:timers/promises'

import { type BackendProcess, startBackend } from '../site/backend-process.ts'
import { storefront } from '../site/build-site.ts'

/** A backend that is replaced by a new one when its sources change. */
export interface DevBackend {
  /** Ends the running backend and starts one with the sources as they are now. Calls during a restart become one more. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export interface DevBackendOptions {
  readonly env: Readonly<Record<string, string>>
  readonly say: (line: string) => void
}

/**
 * Starts the backend, and again with every `restart`. A backend that does not start (a mistake that is just being
 * typed) says why and waits for the next change.
 */
export async function startDevBackend({ env, say }: DevBackendOptions): Promise<DevBackend> {
  let running: BackendProcess | undefined
  let restarting: Promise<void> | undefined
  let changedAgain = false

  const start = async () => {
    // Vite serves the website, from the sources: the backend only needs some folder with a home page.
    running = await startBackend({ env, siteFolder: storefront, onLine: say })
  }
  const replace = async () => {
    do {
      changedAgain = false
      await delay(100) // an editor that saves all files changes them one after the other
      await running?.stop().catch((error: unknown) => say(String(error)))
      running = undefined
      await start().catch(() => say('The backend waits for the next change.'))
    } while (changedAgain)
    restarting = undefined
  }

  await start()
  return {
    restart() {
      changedAgain = restarting !== undefined
      restarting ??= replace()
      return restarting
    },
    async stop() {
      await restarting
      await running?.stop()
    },
  }
}
