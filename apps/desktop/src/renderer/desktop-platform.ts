import type { AsyncKeyValueStore, Platform } from '@giftwell/shared/platform/platform.ts'

import type { Bridge, StorageArea } from '../ipc/bridge.ts'
import type { Output } from '../ipc/contract.ts'

/**
 * The platform of the installed app: everything that the page may not do itself is asked of the main process.
 *
 * @param siteOrigin of the website that belongs to the backend, without a slash at the end
 */
export function createDesktopPlatform(bridge: Bridge, siteOrigin: string): Platform {
  return {
    name: 'desktop',
    sessionStorage: keptTexts(bridge, 'session'),
    offlineStorage: {
      ...keptTexts(bridge, 'offline'),
      isLasting: () => bridge.isStorageLasting(),
      clear: () => bridge.clearKept('offline'),
    },
    siteOrigin,
    pickImages: async ({ multiple = false }) => toFiles(await bridge.pickImages(multiple)),
    async readDropped(files) {
      const read = toFiles(await bridge.readDropped(files))
      // What comes from no disk, such as a picture of another window, is in the page's hands alone.
      return read.length === 0 ? files : read
    },
    saveFile: async ({ name, content }) => bridge.saveFile(name, new Uint8Array(await content.arrayBuffer())),
    announcesLeads: true,
    announceLeads: (leads) => void bridge.announceLeads(leads).catch(report),
    leadsSeen: () => void bridge.leadsSeen().catch(report),
    // There is one window, and nobody else writes what it keeps.
    onSessionChangedElsewhere: () => () => undefined,
  }
}

function keptTexts(bridge: Bridge, area: StorageArea): AsyncKeyValueStore {
  return {
    getItem: (key) => bridge.getKept(area, key),
    setItem: (key, value) => bridge.keep(area, key, value),
    removeItem: (key) => bridge.removeKept(area, key),
    keys: () => bridge.keptKeys(area),
  }
}

/** The images as files; throws in the words of the refusal when nothing else was chosen. */
function toFiles({ images, refused }: Output<'images:pick'>): readonly File[] {
  const [first] = refused
  if (first !== undefined && images.length === 0) throw new Error(first.reason)
  return images.map(({ name, type, bytes }) => new File([Uint8Array.from(bytes)], name, { type }))
}

function report(error: unknown): void {
  console.error('The system was not told about the leads', error)
}
