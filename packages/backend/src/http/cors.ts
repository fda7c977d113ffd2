const exposed = 'content-range, content-location, preference-applied, retry-after, x-request-id'

/**
 * Whether a request is a browser's question before another one; every service of the API answers it alike. The
 * desktop app and other programs call from origins of their own, and no request carries a cookie.
 */
export function isPreflight(request: Request): boolean {
  return request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
}

/** Lets any origin call the API for a day. */
export function answerPreflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '',
      'access-control-max-age': '86400',
    },
  })
}

/** Lets the page of any origin read an answer of the API. */
export function allowAnyOrigin(headers: Headers): void {
  headers.set('access-control-allow-origin', '*')
  headers.set('access-control-expose-headers', exposed)
  headers.delete('access-control-allow-credentials')
}

/**
 * The answer to the question whether changes are announced: there is no such service here. It is no error and no page,
 * so that a browser writes nothing into its console, whatever origin asks.
 */
export function answerNoRealtime(request: Request): Response {
  if (isPreflight(request)) return answerPreflight(request)
  const answer = new Response(null, { status: 204 })
  allowAnyOrigin(answer.headers)
  return answer
}
