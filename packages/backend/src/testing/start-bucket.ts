import type { AddressInfo } from 'node:net'
// @ts-expect-error -- the package has no types
import S3rver from '@20minutes/s3rver'

/** The part of s3rver that tests use. */
type S3Server = new (options: {
  readonly address: string
  readonly port: number
  readonly directory: string
  readonly silent: boolean
  readonly configureBuckets: readonly { readonly name: string }[]
}) => { run(): Promise<AddressInfo>; close(): Promise<void> }

/**
 * Starts an S3 server with an empty bucket in a folder. It verifies signatures with the one pair of keys that it knows, and not
 * the hash of a content (@20minutes/s3rver, lib/signature/v4.js).
 * @returns the bucket as `STORAGE_URL`
 */
export async function startBucket(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  // Untyped.
  const Server = S3rver as S3Server
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
