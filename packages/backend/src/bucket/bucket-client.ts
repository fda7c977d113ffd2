import { AwsClient } from 'aws4fetch'
import { errorCode } from '../process/errors.ts'

/** A bucket of an S3-compatible service, from `STORAGE_URL` or `BACKUP_DIR`. */
export interface Bucket {
  /** Its address without a slash at the end, such as `https://host/bucket`. */
  readonly endpoint: string
  /** The beginning of the names of its objects: empty, or a path with a slash at the end. */
  readonly prefix: string
  readonly region: string
  readonly key: string
  readonly secret: string
}

/** A request to a bucket that failed. The message has the reason, and neither the key nor the secret. */
export class BucketError extends Error {
  override readonly name = 'BucketError'
  /** SQLSTATE connection_failure: its service is unavailable, as a database can be. */
  readonly code = '08006'
}

/** A request's options, and the statuses besides 2xx that are no error. */
type BucketRequest = Omit<RequestInit, 'method'> & { readonly expected?: readonly number[] }

/**
 * Sends a request for an object below the prefix, or for the bucket itself by a query such as `?list-type=2`.
 * @returns null when there is no such object
 * @throws BucketError
 */
export type AskBucket = (method: string, name: string, request?: BucketRequest) => Promise<Response | null>

/** A response that takes longer is none. */
const timeoutMs = 20_000
/** Of requests that fail with 429 or 5xx, with growing delays. */
const retries = 2

/** The client of a bucket. */
export function createBucketClient({ endpoint, prefix, region, key, secret }: Bucket): AskBucket {
  const client = new AwsClient({
    accessKeyId: key,
    secretAccessKey: secret,
    region,
    service: 's3',
    retries,
  })
  return async (method, name, { expected = [], ...init } = {}) => {
    const url = name.startsWith('?') ? `${endpoint}${name}` : `${endpoint}/${prefix}${name}`
    const response = await client
      .fetch(url, { method, signal: AbortSignal.timeout(timeoutMs), ...init })
      .catch((error: unknown) => {
        throw new BucketError(`its service does not respond (${networkReason(error)})`, { cause: error })
      })
    if (response.ok || expected.includes(response.status)) return response
    const code = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1] ?? ''
    if (response.status === 404 && method !== 'PUT' && code !== 'NoSuchBucket') return null
    throw new BucketError(`${method} was answered with ${`${response.status} ${code}`.trim()}`)
  }
}

function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  return errorCode(error.cause) ?? (error.name === 'TimeoutError' ? 'it took too long' : error.name)
}
