/** A file that a browser may keep and ask about again. */
export interface FileAnswer {
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  readonly size: number
  read(): Promise<Uint8Array>
}

/** Answers a GET or HEAD for a file: with the file, or with 304 when the client has it. */
export async function answerFile(request: Request, file: FileAnswer): Promise<Response> {
  const headers = new Headers({ ...file.headers, etag: file.etag })
  if (hasAlready(request.headers.get('if-none-match'), file.etag))
    return new Response(null, { status: 304, headers })
  headers.set('content-length', String(file.size))
  if (request.method === 'HEAD') return new Response(null, { headers })
  return new Response(Buffer.from(await file.read()), { headers })
}

/** The answer to any other method. */
export function onlyGet(): Response {
  return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
}

/** Whether the client has what a tag names, by its `if-none-match`. */
export function hasAlready(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  const known = new Set(ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '')))
  return known.has('*') || known.has(etag)
}
