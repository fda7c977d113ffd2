import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

/** The part of s3rver that tests use; the package has no types. */
type S3Server = new (options: {
  readonly address: string
  readonly port: number
  readonly directory: string
  readonly silent: boolean
  readonly configureBuckets: readonly { readonly name: string }[]
}) => { run(): Promise<AddressInfo>; close(): Promise<void> }

/**
 * Starts an S3 server with an empty bucket in a folder. It refuses access keys that it does not know, and calculates no
 * signature of version 4 (s3rver, lib/middleware/authentication.js), so a wrong secret is not noticed.
 * @returns the bucket as `STORAGE_URL`
 */
export async function startBucket(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  // A CommonJS package without types.
  const Server = createRequire(import.meta.url)('s3rver') as S3Server
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    directory: folder,
    silent: true,
    configureBuckets: [{ name: 'gifts' }],
  })
  const { port } = await server.run()
  return {
    url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/gifts?tls=0`,
    close: async () => server.close(),
  }
}
