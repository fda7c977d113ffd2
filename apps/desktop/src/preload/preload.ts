import { contextBridge, ipcRenderer } from 'electron'

import { createBridge } from '../ipc/create-bridge.ts'

contextBridge.exposeInMainWorld('giftwell', createBridge(ipcRenderer))
