/** A file that a browser may cache and revalidate. */
export interface FileBody {
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  readonly size: number
  read(): Promise<Uint8Array>
}

/**
 * Answers a GET or HEAD for a file: with the file, or with 304 when the client has it.
 * @param status 404 for the page of paths that do not exist, which is always sent
 */
export async function fileResponse(
  request: Request,
  file: FileBody,
  status: 200 | 404 = 200,
): Promise<Response> {
  const headers = new Headers({ ...file.headers, etag: file.etag })
  if (status === 200 && matchesEtag(request.headers.get('if-none-match'), file.etag))
    return new Response(null, { status: 304, headers })
  headers.set('content-length', String(file.size))
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  return new Response(Buffer.from(await file.read()), { status, headers })
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
