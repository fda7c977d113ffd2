import type { UpdateState } from '../../ipc/contract.ts'

/** What the updater tells. */
export type UpdateEvent =
  | { readonly type: 'found'; readonly version: string }
  | { readonly type: 'progress'; readonly percent: number }
  | { readonly type: 'downloaded'; readonly version: string }
  | { readonly type: 'failed' }

/**
 * How the state of the update goes on. What is ready stays ready whatever later checks meet, but for another version that
 * takes its place. Gives the very same state where nothing changes: a percent is a whole one.
 */
export function nextUpdate(state: UpdateState, event: UpdateEvent): UpdateState {
  switch (event.type) {
    case 'found':
      return state.step !== 'none' && state.version === event.version
        ? state
        : { step: 'downloading', version: event.version, percent: 0 }
    case 'progress': {
      if (state.step !== 'downloading') return state
      const percent = Math.min(100, Math.max(0, Math.floor(event.percent)))
      return percent === state.percent ? state : { ...state, percent }
    }
    case 'downloaded':
      return state.step === 'ready' && state.version === event.version
        ? state
        : { step: 'ready', version: event.version }
    case 'failed':
      return state.step === 'downloading' ? { step: 'none' } : state
  }
}
