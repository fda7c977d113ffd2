import type { AuthRequest } from '../supabase-lite/auth-request.ts'

/** A request to Auth, as its rules receive it: a POST without fields unless said otherwise. */
export function authRequest(address: string, given: Partial<AuthRequest> = {}): AuthRequest {
  const { pathname, searchParams } = new URL(`/auth/v1/${address}`, 'http://127.0.0.1')
  return {
    method: 'POST',
    path: pathname,
    query: searchParams,
    headers: new Headers(),
    fields: {},
    ...given,
  }
}
