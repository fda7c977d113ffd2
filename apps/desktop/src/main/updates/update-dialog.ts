import { brand } from '@giftwell/shared/domain/brand.ts'
import type { Dialog, MessageBoxOptions } from 'electron'

import type { UpdateState } from '../../ipc/contract.ts'
import type { ParentWindow } from '../files/parent-window.ts'

/** How a look for updates ended: nothing newer, something newer, no answer, or not possible for this copy of the app. */
export type Checked = 'current' | 'found' | 'failed' | 'off'

const ready = { buttons: ['Restart Now', 'Later'], defaultId: 0, cancelId: 1 }

/**
 * Tells the person who looked for updates what there is; answers whether to install now.
 *
 * @param version of the app that runs
 */
export async function showUpdate(
  { dialog, parent }: { readonly dialog: Pick<Dialog, 'showMessageBox'>; readonly parent: ParentWindow },
  checked: Checked,
  state: UpdateState,
  version: string,
): Promise<boolean> {
  const options: MessageBoxOptions = { type: 'info', ...words(checked, state, version) }
  const window = parent()
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options))
  return state.step === 'ready' && response === ready.defaultId
}

function words(checked: Checked, state: UpdateState, version: string): MessageBoxOptions {
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
