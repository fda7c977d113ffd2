import type { IpcRenderer, IpcRendererEvent, WebUtils } from 'electron'

import type { Bridge } from '../ipc/bridge.ts'
import type { Call, EventData, EventName, Input, Output } from '../ipc/contract.ts'

/** The most files whose paths go into one message (`images:read-dropped`). */
const mostPaths = 50

/**
 * The methods that the page gets: one for each call and event of the contract and nothing more general, so that what the
 * page can ask for is readable here. Neither `ipcRenderer` nor an event object reaches the page.
 */
export function createBridge(
  ipc: Pick<IpcRenderer, 'invoke' | 'on' | 'removeListener'>,
  webUtils: Pick<WebUtils, 'getPathForFile'>,
  system: string,
): Bridge {
  async function ask<C extends Call>(call: C, input: Input<C>): Promise<Output<C>> {
    try {
      // The main process has parsed what it answers by the schema of this call.
      return (await ipc.invoke(call, input)) as Output<C>
    } catch (error) {
      throw new Error(withoutPrefix(error), { cause: error })
    }
  }

  function listen<E extends EventName>(name: E, listener: (data: EventData<E>) => void): () => void {
    const pass = (_event: IpcRendererEvent, data: EventData<E>) => listener(data)
    ipc.on(name, pass)
    return () => void ipc.removeListener(name, pass)
  }

  async function readDropped(files: readonly File[]): Promise<Output<'images:read-dropped'>> {
    const paths = files.map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '')
    const read: Output<'images:read-dropped'> = { images: [], refused: [] }
    for (let start = 0; start < paths.length; start += mostPaths) {
      const some = await ask('images:read-dropped', { paths: paths.slice(start, start + mostPaths) })
      read.images.push(...some.images)
      read.refused.push(...some.refused)
    }
    return read
  }

  return {
    system,
    readConnection: async () => ask('connection:read', undefined),
    checkConnection: async (address) => ask('connection:check', { address }),
    keepConnection: async (connection) => ask('connection:keep', connection),
    isStorageLasting: async () => ask('storage:is-lasting', undefined),
    getKept: async (area, key) => ask('storage:get', { area, key }),
    keep: async (area, key, value) => ask('storage:set', { area, key, value }),
    removeKept: async (area, key) => ask('storage:remove', { area, key }),
    keptKeys: async (area) => ask('storage:keys', { area }),
    clearKept: async (area) => ask('storage:clear', { area }),
    pickImages: async (multiple) => ask('images:pick', { multiple }),
    readDropped,
    // The page's typed array may be backed by anything; what is sent is its own plain copy.
    saveFile: async (name, bytes) => ask('files:save', { name, bytes: new Uint8Array(bytes) }),
    announceLeads: async (leads) => ask('leads:announce', { leads: [...leads] }),
    leadsSeen: async () => ask('leads:seen', undefined),
    readUpdate: async () => ask('updates:read', undefined),
    installUpdate: async () => ask('updates:install', undefined),
    onOpenPage: (listener) => {
      const stop = listen('page:open', ({ path }) => listener(path))
      // What was to be opened before the page listened is sent now; a page that is being left cannot care.
      ask('page:listens', undefined).catch(() => undefined)
      return stop
    },
    onUpdateChanged: (listener) => listen('updates:changed', listener),
  }
}

/** Electron puts its own words before an error that comes over from the main process. */
function withoutPrefix(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/^Error invoking remote method '[^']*': (\w*Error: )?/, '')
}
