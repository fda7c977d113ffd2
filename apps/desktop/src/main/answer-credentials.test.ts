import { expect, test, vi } from 'vitest'

import { startTestApp } from '../testing/start-test-app.ts'

test('the user is told once that a proxy asks for a password, and not of a website that does', async () => {
  const { electron } = await startTestApp()
  const asked = (isProxy: boolean) => electron.app.emit('login', {}, null, {}, { isProxy }, vi.fn())
  asked(false)
  expect(electron.dialog.asked).toEqual([])
  asked(true)
  expect(electron.dialog.asked[0]?.options.message).toBe('The proxy of this network asks for a password')
  await electron.dialog.press('OK')
  asked(true)
  expect(electron.dialog.asked).toEqual([])
})

const certificates = [
  { subjectName: 'Ada Byron', issuerName: 'Gifts Ltd' },
  { subjectName: 'Sales', issuerName: 'Gifts Ltd' },
]

test.each([
  ['Sales (Gifts Ltd)', certificates[1]],
  ['None', null],
])('a certificate is presented only when it is chosen: %s', async (button, expected) => {
  const { electron } = await startTestApp()
  const { isPrevented, answer } = electron.app.askForCertificate(certificates)
  expect(isPrevented).toBe(true)
  await electron.dialog.press(button)
  expect(await answer).toBe(expected)
})
