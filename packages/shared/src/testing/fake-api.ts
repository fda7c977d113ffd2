import { vi } from 'vitest'

/** A request of a component test, as the backend would have seen it. */
export interface ApiRequest {
  readonly method: string
  /** Below the backend's address: "/rest/v1/themes". */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: unknown
}

/** What is answered: data is sent as JSON, null as an empty answer; nothing (undefined) is a 404. */
export type ApiResponder = (request: ApiRequest) => unknown

/** A fake network for component tests, which records every request. */
export function fakeApi(answer: ApiResponder): { readonly requests: ApiRequest[] } {
  const requests: ApiRequest[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input)
    // It announces no changes, as the embedded backend.
    if (url.pathname.startsWith('/realtime/')) return new Response(null, { status: 404 })
    const request = {
      method: init?.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(init?.headers),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    requests.push(request)
    await Promise.resolve()
    init?.signal?.throwIfAborted()
    const answered = await answer(request)
    if (answered instanceof Response) return answered
    if (answered === undefined) return new Response(null, { status: 404 })
    return answered === null ? new Response(null, { status: 204 }) : Response.json(answered)
  })
  return { requests }
}

/** An error as PostgREST words it. */
export function apiError(code: string, message: string, status = 400): Response {
  return Response.json({ code, message, details: null, hint: null }, { status })
}
