import { requestContext } from '../database/request-context.ts'

let installed = false

/**
 * Silences the console while the library handles a request and stores what it prints with the request, whose failure is
 * then logged in one line without it.
 * Upstream: failing statements are printed with their parameters, which are customers' names, addresses and tokens.
 */
export function quietConsole(): void {
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
