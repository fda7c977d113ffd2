import { expect, test } from 'vitest'

import { startTestApp } from '../testing/start-test-app.ts'

test('a page that has something unsaved is kept unless the person agrees to lose it', async () => {
  const { electron, window } = await startTestApp()
  expect(window.webContents.emitPreventable('will-prevent-unload')).toBe(false)
  expect(electron.dialog.askedAtOnce).toMatchObject([
    {
      message: 'You have unsaved changes. Discard them?',
      buttons: ['Discard', 'Keep editing'],
      defaultId: 1,
    },
  ])
  electron.dialog.pressedAtOnce = 'Keep editing'
  expect(window.webContents.emitPreventable('will-prevent-unload')).toBe(false)
  electron.dialog.pressedAtOnce = 'Discard'
  expect(window.webContents.emitPreventable('will-prevent-unload')).toBe(true)
})
