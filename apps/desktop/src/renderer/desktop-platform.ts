import type { AsyncKeyValueStore, Platform } from '@giftwell/shared/platform/platform.ts'

import type { Bridge, StorageArea } from '../ipc/create-bridge.ts'

/**
 * The platform of the installed app, implemented by calls to the main process.
 *
 * @param siteOrigin of the backend's website, without a trailing slash
 */
export function createDesktopPlatform(bridge: Bridge, siteOrigin: string): Platform {
  return {
    sessionStorage: createStore(bridge, 'session'),
    offlineStorage: {
      ...createStore(bridge, 'offline'),
      isLasting: () => bridge.isStorageLasting(),
      clear: () => bridge.clearStored('offline'),
    },
    siteOrigin,
    settingsPath: '/settings',
    confirm: (question, { action }) => bridge.ask(question, action),
    async pickImage() {
      const picked = await bridge.pickImage()
      if (picked === null) return null
      if ('refused' in picked) throw new Error(picked.refused)
      const { name, type, bytes } = picked.image
      return new File([Uint8Array.from(bytes)], name, { type })
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

function report(error: unknown): void {
  console.error('The leads could not be announced', error)
}
