import type { Bridge } from '../../ipc/bridge.ts'

/** What connecting asks of the main process. */
export type ConnectionPort = Pick<Bridge, 'checkConnection' | 'keepConnection'>
