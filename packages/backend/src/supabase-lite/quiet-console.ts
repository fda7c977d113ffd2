import { requestContext } from '../database/request-context.ts'

const methods = ['log', 'info', 'warn', 'error', 'debug'] as const
type Printer = Pick<Console, (typeof methods)[number]>

const quiet = new WeakSet<Printer>()

/**
 * Silences the console while the library handles a request and stores the first printed error in the request's context;
 * the request log has one line without its message.
 * Upstream: prints failing statements with their parameters, which are customers' names, addresses and tokens.
 */
export function quietConsole(printer: Printer = console): void {
  if (quiet.has(printer)) return
  quiet.add(printer)
  for (const method of methods) {
    const print = printer[method].bind(printer)
    printer[method] = (...words: unknown[]) => {
      const request = requestContext.getStore()
      if (request === undefined) print(...words)
      else request.failure ??= words.find((word) => word instanceof Error)
    }
  }
}
