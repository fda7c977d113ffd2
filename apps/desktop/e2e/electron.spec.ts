import { findElectron } from '@giftwell/tooling/desktop/electron-program.ts'

import { startInElectron } from './support/app-in-electron.ts'
import { test } from './support/desktop-test.ts'
import { runJourney } from './support/journey.ts'

const program = findElectron()

// With GIFTWELL_REQUIRE_ELECTRON a missing binary is a failure.
const mayBeMissing = process.env['GIFTWELL_REQUIRE_ELECTRON'] !== '1'

test('the same journey in Electron itself', async ({ site, folder }) => {
  test.skip(program === undefined && mayBeMissing, 'no Electron binary on this machine')
  test.slow()
  if (program === undefined) throw new Error('There is no Electron binary, and this run requires one.')
  await runJourney({
    start: (userData) => startInElectron(program, userData),
    site,
    folder,
    // A Linux without a desktop has no keyring; the hosted workflows start one.
    isEncrypting: process.platform !== 'linux' || process.env['GIFTWELL_REQUIRE_KEYRING'] === '1',
  })
})
