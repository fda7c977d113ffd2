import { contextBridge, ipcRenderer, webUtils } from 'electron'

import type { Bridge } from '../ipc/bridge.ts'
import { createBridge } from './create-bridge.ts'

const bridge: Bridge = createBridge(ipcRenderer, webUtils)

contextBridge.exposeInMainWorld('giftwell', bridge)
