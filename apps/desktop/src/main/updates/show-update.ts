import { brand } from '@giftwell/shared/kernel/brand.ts'
import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron'

import type { UpdateState } from '../../ipc/contract.ts'

/** The result of a check: nothing newer, something newer, an error, or this copy cannot update itself. */
export type Checked = 'current' | 'found' | 'failed' | 'off'

const ready = { buttons: ['Restart Now', 'Later'], defaultId: 0, cancelId: 1 }

/**
 * Shows the result of a check that the user started; returns whether to install now.
 *
 * @param version of the running app
 */
export async function showUpdate(
  { dialog, window }: { readonly dialog: Pick<Dialog, 'showMessageBox'>; readonly window: BrowserWindow },
  checked: Checked,
  state: UpdateState,
  version: string,
): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'info',
    ...describe(checked, state, version),
  })
  return state.step === 'ready' && response === ready.defaultId
}

function describe(checked: Checked, state: UpdateState, version: string): MessageBoxOptions {
  if (state.step === 'ready') {
    return {
      ...ready,
      message: `${brand.name} ${state.version} is ready`,
      detail: `It is installed when you restart ${brand.name}, or else when you quit.`,
    }
  }
  if (state.step === 'downloading') {
    return {
      message: `${brand.name} ${state.version} is being downloaded`,
      detail: `You can go on working. It is installed when you quit ${brand.name}.`,
    }
  }
  switch (checked) {
    case 'current':
      return { message: `${brand.name} is up to date`, detail: `You have version ${version}.` }
    case 'off':
      return {
        message: `This copy of ${brand.name} does not update itself`,
        detail: `You have version ${version}. Install a newer one from where you got it.`,
      }
    case 'found':
    case 'failed':
      return {
        type: 'warning',
        message: `${brand.name} could not look for updates`,
        detail: 'Check that this computer is online, and try again later.',
      }
  }
}

/** Shows the download progress in the Dock or taskbar. */
export function showProgress(
  window: Pick<BrowserWindow, 'isDestroyed' | 'setProgressBar'>,
  state: UpdateState,
): void {
  if (window.isDestroyed()) return
  // A negative value removes the bar.
  window.setProgressBar(state.step === 'downloading' ? state.percent / 100 : -1)
}
