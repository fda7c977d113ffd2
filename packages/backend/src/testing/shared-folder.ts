import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

import { temporaryFolder } from './temporary-folder.ts'

/** A folder that the tests of a file or a group share: from before the first of them until after the last. */
export const sharedFolder = () => folderBetween(beforeAll, afterAll)

/** A folder for each of the tests of a file or a group. */
export const folderOfEachTest = () => folderBetween(beforeEach, afterEach)

function folderBetween(before: typeof beforeAll, after: typeof afterAll): { readonly path: string } {
  const folder = { path: '', remove: async () => {} } // filled before the first test
  before(async () => void Object.assign(folder, await temporaryFolder()))
  after(async () => folder.remove())
  return folder
}
