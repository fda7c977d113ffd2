import { requestContext } from './request-context.ts'

let installed = false

/**
 * Keeps the library from printing while it works on a request: it prints failing statements with their
 * parameters, which are customers' names, addresses and tokens. What it wanted to say about an error is kept with
 * the request, whose failure is then logged in one line without them. Everything else prints as before.
 */
export function quietenLibrary(): void {
  if (installed) return
  installed = true
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    const print = console[method].bind(console)
    console[method] = (...words: unknown[]) => {
      const request = requestContext.getStore()
      if (request === undefined) print(...words)
      else request.failure ??= words.find((word) => word instanceof Error)
    }
  }
}
