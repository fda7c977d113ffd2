import type { AnnouncedLead, Call, Connection, EventData, EventName, Input, Result } from './contract.ts'

/** The session, or data for offline use. */
export type StorageArea = 'session' | 'offline'

/** The page's `window.giftwell`. */
export type Bridge = ReturnType<typeof createBridge>

type Listener = (event: unknown, data: unknown) => void

/** Electron's `ipcRenderer`. */
interface Messages {
  invoke(channel: string, input: unknown): Promise<unknown>
  on(channel: string, listener: Listener): unknown
  removeListener(channel: string, listener: Listener): unknown
}

/**
 * Creates the page's methods: one for each call and event of the contract, never a generic one. Neither `ipcRenderer` nor
 * an event object reaches the page. Those for events return a function that unsubscribes.
 */
export function createBridge(ipc: Messages) {
  async function ask<C extends Call>(call: C, input: Input<C>): Promise<Result<C>> {
    try {
      // The main process validates the result by the schema of this call.
      return (await ipc.invoke(call, input)) as Result<C>
    } catch (error) {
      throw new Error(withoutPrefix(error), { cause: error })
    }
  }

  function listen<E extends EventName>(name: E, listener: (data: EventData<E>) => void): () => void {
    // The main process validates the data by the schema of this event.
    const pass: Listener = (_event, data) => listener(data as EventData<E>)
    ipc.on(name, pass)
    return () => void ipc.removeListener(name, pass)
  }

  return {
    readConnection: async () => ask('connection:read', undefined),
    checkConnection: async (address: string) => ask('connection:check', { address }),
    saveConnection: async (connection: Connection) => ask('connection:save', connection),
    isStorageLasting: async () => ask('storage:is-lasting', undefined),
    getStored: async (area: StorageArea, key: string) => ask('storage:get', { area, key }),
    setStored: async (area: StorageArea, key: string, value: string) =>
      ask('storage:set', { area, key, value }),
    removeStored: async (area: StorageArea, key: string) => ask('storage:remove', { area, key }),
    storedKeys: async (area: StorageArea) => ask('storage:keys', { area }),
    clearStored: async (area: StorageArea) => ask('storage:clear', { area }),
    ask: async (question: string, action: string) => ask('question:ask', { question, action }),
    pickImage: async () => ask('image:pick', undefined),
    // Copies the bytes: the page's array may view a larger or shared buffer.
    saveFile: async (name: string, bytes: Uint8Array) =>
      ask('files:save', { name, bytes: new Uint8Array(bytes) }),
    announceLeads: async (leads: readonly AnnouncedLead[]) => ask('leads:announce', { leads: [...leads] }),
    leadsSeen: async () => ask('leads:seen', undefined),
    showUnanswered: async (count: number) => ask('leads:unanswered', { count }),
    readProxy: async () => ask('proxy:read', undefined),
    answerProxy: async (login: Input<'proxy:answer'>) => ask('proxy:answer', login),
    startsAtLogin: async () => ask('login:read', undefined),
    startAtLogin: async (isOn: boolean) => ask('login:set', isOn),
    readUpdate: async () => ask('updates:read', undefined),
    installUpdate: async () => ask('updates:install', undefined),
    find: async (text: string, isForward: boolean, isNew: boolean) =>
      ask('find:text', { text, isForward, isNew }),
    onOpenPage: (listener: (path: string) => void) => {
      const stop = listen('page:open', ({ path }) => listener(path))
      // Requests the path queued before this subscription; a failure only means that the page is unloading.
      ask('page:listens', undefined).catch(() => undefined)
      return stop
    },
    onUpdateChanged: (listener: (state: EventData<'updates:changed'>) => void) =>
      listen('updates:changed', listener),
    onProxyAsks: (listener: (proxy: string) => void) => listen('proxy:asks', listener),
    onFindOpened: (listener: () => void) => listen('find:open', listener),
    onFound: (listener: (found: EventData<'find:found'>) => void) => listen('find:found', listener),
  }
}

/** Electron prefixes errors of the main process. */
function withoutPrefix(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/^Error invoking remote method '[^']*': (\w*Error: )?/, '')
}
