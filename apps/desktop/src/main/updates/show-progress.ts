import type { BrowserWindow } from 'electron'

import type { UpdateState } from '../../ipc/contract.ts'

/** Shows how far a download has come, on the window's button in the Dock or the taskbar; otherwise nothing. */
export function showProgress(
  window: Pick<BrowserWindow, 'isDestroyed' | 'setProgressBar'>,
  state: UpdateState,
): void {
  if (window.isDestroyed()) return
  // Anything below nought takes the bar away.
  window.setProgressBar(state.step === 'downloading' ? state.percent / 100 : -1)
}
