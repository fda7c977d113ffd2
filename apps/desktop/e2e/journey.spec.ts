import { test } from './support/desktop-test.ts'
import { runJourney } from './support/journey.ts'

test('an administrator connects, signs in, uploads, reads leads with and without a network, is notified of a new one, and signs out', async ({
  startApp,
  site,
  folder,
}) => {
  test.slow()
  await runJourney({ start: startApp, site, folder, isEncrypting: true })
})
