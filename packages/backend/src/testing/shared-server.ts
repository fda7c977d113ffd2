import { afterAll, beforeAll } from 'vitest'

import { startTestServer, type TestServer } from './test-server.ts'

/** A server that the tests of a file or a group share: it runs from before the first of them until after the last. */
export function sharedServer(...options: Parameters<typeof startTestServer>): TestServer {
  const server = {} as TestServer // filled before the first test
  beforeAll(async () => void Object.assign(server, await startTestServer(...options)))
  afterAll(async () => server.close())
  return server
}
