import type { AsyncKeyValueStore, Platform } from '@giftwell/shared/platform/platform.ts'

import type { Bridge, StorageArea } from '../ipc/create-bridge.ts'
import type { Output } from '../ipc/contract.ts'

/**
 * The platform of the installed app, implemented by calls to the main process.
 *
 * @param siteOrigin of the backend's website, without a trailing slash
 */
export function createDesktopPlatform(bridge: Bridge, siteOrigin: string): Platform {
  return {
    name: 'desktop',
    sessionStorage: createStore(bridge, 'session'),
    offlineStorage: {
      ...createStore(bridge, 'offline'),
      isLasting: () => bridge.isStorageLasting(),
      clear: () => bridge.clearStored('offline'),
    },
    siteOrigin,
    settingsPath: '/settings',
    confirm: (question, { action }) => bridge.ask(question, action),
    pickImages: async ({ multiple = false, folder = false }) =>
      toFiles(await bridge.pickImages(folder ? 'folder' : multiple ? 'images' : 'image')),
    async readDropped(files) {
      const read = toFiles(await bridge.readDropped(files))
      // Files that are not on a disk, such as an image dragged from another window, are readable by the page only.
      return read.length === 0 ? files : read
    },
    saveFile: async ({ name, content }) => bridge.saveFile(name, new Uint8Array(await content.arrayBuffer())),
    announcesLeads: true,
    announceLeads: (leads) => void bridge.announceLeads(leads).catch(report),
    leadsSeen: () => void bridge.leadsSeen().catch(report),
    showUnanswered: (count) => void bridge.showUnanswered(count).catch(report),
    // There is only one window.
    onSessionChangedElsewhere: () => () => undefined,
  }
}

function createStore(bridge: Bridge, area: StorageArea): AsyncKeyValueStore {
  return {
    getItem: (key) => bridge.getStored(area, key),
    setItem: (key, value) => bridge.setStored(area, key, value),
    removeItem: (key) => bridge.removeStored(area, key),
    keys: () => bridge.storedKeys(area),
  }
}

/** @throws with the reason of the first refusal when no file was accepted */
function toFiles({ images, refused }: Output<'images:pick'>): readonly File[] {
  const [first] = refused
  if (first !== undefined && images.length === 0) throw new Error(first.reason)
  return images.map(({ name, type, bytes }) => new File([Uint8Array.from(bytes)], name, { type }))
}

function report(error: unknown): void {
  console.error('The leads could not be announced', error)
}
