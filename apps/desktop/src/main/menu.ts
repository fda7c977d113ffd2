import type { Menu } from 'electron'

import { type MenuActions, type MenuSetting, menuTemplate } from './menu-template.ts'

/** Puts the application's menu in place of the one before. */
export function setMenu(
  menu: Pick<typeof Menu, 'buildFromTemplate' | 'setApplicationMenu'>,
  setting: MenuSetting,
  actions: MenuActions,
): void {
  menu.setApplicationMenu(menu.buildFromTemplate(menuTemplate(setting, actions)))
}
