/** The three services of the API, each with its own error format. */
export type Service = 'rest' | 'auth' | 'storage'

/** The service that a path belongs to, or null when it is the website's. */
export function serviceOf(path: string): Service | null {
  const name = /^\/(rest|auth|storage)\/v1(?:\/|$)/.exec(path)?.[1]
  // The pattern matches no other name.
  return (name as Service | undefined) ?? null
}

/** An error in the service's format, as supabase-js reads it. */
export function apiError(service: Service, status: number, code: string, message: string): Response {
  switch (service) {
    case 'rest':
      return Response.json({ code, message, details: null, hint: null }, { status })
    case 'auth':
      return Response.json({ code: status, error_code: code, msg: message }, { status })
    case 'storage':
      // Storage responds with 400 to most errors and gives the status in the body.
      return Response.json(
        { statusCode: String(status), error: code, message },
        { status: status >= 500 || [413, 429].includes(status) ? status : 400 },
      )
  }
}
