import { brand } from '@giftwell/shared/domain/brand.ts'
import type { App, Menu, Tray } from 'electron'

import { leadsTitle } from './notifications/badge.ts'

interface TrayOptions {
  readonly app: Pick<App, 'getFileIcon' | 'getPath' | 'quit'>
  readonly Menu: Pick<typeof Menu, 'buildFromTemplate'>
  readonly Tray: typeof Tray
  /** Brings the window to the front. */
  readonly open: () => void
}

/**
 * Puts the program's icon beside the clock of Windows, where the app goes on announcing leads while its window is closed.
 * Returns a function that shows the number of unseen leads.
 */
export async function createTray({ app, Menu, Tray, open }: TrayOptions): Promise<(count: number) => void> {
  const tray = new Tray(await app.getFileIcon(app.getPath('exe'), { size: 'small' }))
  tray.setContextMenu(
    Menu.buildFromTemplate([
      { label: `Open ${brand.name}`, click: open },
      { label: 'Quit', click: () => app.quit() },
    ]),
  )
  tray.on('click', open)
  const show = (count: number) =>
    tray.setToolTip(count === 0 ? brand.name : `${brand.name}: ${leadsTitle(count)}`)
  show(0)
  return show
}
