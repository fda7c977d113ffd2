import type { IpcRenderer, IpcRendererEvent, WebUtils } from 'electron'

import type { Bridge } from '../ipc/bridge.ts'
import type { Call, EventData, EventName, Input, Output } from '../ipc/contract.ts'

/** Limit for the paths of one `images:read-dropped` call. */
const maxPaths = 50

/**
 * Creates the page's methods: one for each call and event of the contract, never a generic one. Neither `ipcRenderer` nor
 * an event object reaches the page.
 */
export function createBridge(
  ipc: Pick<IpcRenderer, 'invoke' | 'on' | 'removeListener'>,
  webUtils: Pick<WebUtils, 'getPathForFile'>,
): Bridge {
  async function ask<C extends Call>(call: C, input: Input<C>): Promise<Output<C>> {
    try {
      // The main process validates the result by the schema of this call.
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
    for (let start = 0; start < paths.length; start += maxPaths) {
      const some = await ask('images:read-dropped', { paths: paths.slice(start, start + maxPaths) })
      read.images.push(...some.images)
      read.refused.push(...some.refused)
    }
    return read
  }

  return {
    readConnection: async () => ask('connection:read', undefined),
    checkConnection: async (address) => ask('connection:check', { address }),
    saveConnection: async (connection) => ask('connection:save', connection),
    isStorageLasting: async () => ask('storage:is-lasting', undefined),
    getStored: async (area, key) => ask('storage:get', { area, key }),
    setStored: async (area, key, value) => ask('storage:set', { area, key, value }),
    removeStored: async (area, key) => ask('storage:remove', { area, key }),
    storedKeys: async (area) => ask('storage:keys', { area }),
    clearStored: async (area) => ask('storage:clear', { area }),
    ask: async (question, action) => ask('question:ask', { question, action }),
    pickImages: async (what) => ask('images:pick', { what }),
    readDropped,
    // Copies the bytes: the page's array may view a larger or shared buffer.
    saveFile: async (name, bytes) => ask('files:save', { name, bytes: new Uint8Array(bytes) }),
    announceLeads: async (leads) => ask('leads:announce', { leads: [...leads] }),
    leadsSeen: async () => ask('leads:seen', undefined),
    showUnanswered: async (count) => ask('leads:unanswered', { count }),
    readProxy: async () => ask('proxy:read', undefined),
    answerProxy: async (login) => ask('proxy:answer', login),
    startsAtLogin: async () => ask('login:read', undefined),
    startAtLogin: async (isOn) => ask('login:set', isOn),
    readUpdate: async () => ask('updates:read', undefined),
    installUpdate: async () => ask('updates:install', undefined),
    find: async (text, isForward, isNew) => ask('find:text', { text, isForward, isNew }),
    onOpenPage: (listener) => {
      const stop = listen('page:open', ({ path }) => listener(path))
      // Requests the path queued before this subscription; a failure only means that the page is unloading.
      ask('page:listens', undefined).catch(() => undefined)
      return stop
    },
    onUpdateChanged: (listener) => listen('updates:changed', listener),
    onProxyAsks: (listener) => listen('proxy:asks', listener),
    onFindOpened: (listener) => listen('find:open', listener),
    onFound: (listener) => listen('find:found', listener),
  }
}

/** Electron prefixes errors of the main process. */
function withoutPrefix(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/^Error invoking remote method '[^']*': (\w*Error: )?/, '')
}
