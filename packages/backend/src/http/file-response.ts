/** A file that a browser may cache and revalidate. */
export interface FileBody {
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  readonly size: number
  read(): Promise<Uint8Array>
}

/**
 * Answers a GET or HEAD for a file: with the file, with 304 when the client has it, or with the range of bytes that a GET
 * asks for, which Safari needs to play videos.
 * @param status 404 for the page of paths that do not exist, which is always sent
 */
export async function fileResponse(
  request: Request,
  file: FileBody,
  status: 200 | 404 = 200,
): Promise<Response> {
  const headers = new Headers({ ...file.headers, etag: file.etag })
  const isConditional = status === 200 && request.method !== 'POST'
  if (isConditional && matchesEtag(request.headers.get('if-none-match'), file.etag))
    return new Response(null, { status: 304, headers })
  headers.set('accept-ranges', 'bytes')
  const range = status === 200 ? requestedRange(request, file) : null
  if (range !== null && range.first > range.last) {
    headers.set('content-range', `bytes */${file.size}`)
    return new Response(null, { status: 416, headers })
  }
  const { first, last } = range ?? { first: 0, last: file.size - 1 }
  headers.set('content-length', String(last - first + 1))
  if (range !== null) headers.set('content-range', `bytes ${first}-${last}/${file.size}`)
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const bytes = Buffer.from(await file.read()).subarray(first, last + 1)
  return new Response(bytes, { status: range === null ? status : 206, headers })
}

/** The one range of a GET, empty when it lies beyond the file; null for the whole file, also for several ranges. */
function requestedRange({ method, headers }: Request, { etag, size }: FileBody) {
  const condition = headers.get('if-range')
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(headers.get('range') ?? '') ?? []
  if (method !== 'GET' || (condition !== null && condition !== etag)) return null
  if (from === undefined || to === undefined || from + to === '') return null
  if (from === '') return { first: Math.max(0, size - Number(to)), last: size - 1 }
  if (to !== '' && Number(to) < Number(from)) return null
  return { first: Number(from), last: Math.min(size - 1, to === '' ? size : Number(to)) }
}

/** The answer to a method other than GET and HEAD. */
export function methodNotAllowed(): Response {
  return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
}

function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  const known = new Set(ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '')))
  return known.has('*') || known.has(etag)
}
