import { expect, test, vi } from 'vitest'
import { type RequestContext, requestContext } from '../database/request-context.ts'
import { quietConsole } from './create-library.ts'

test('the console is silent during a request, which stores the first printed error', () => {
  const printed = vi.fn()
  // The process's own is quiet as soon as any test has started a server.
  const printer = { log: vi.fn(), info: vi.fn(), warn: vi.fn(), error: printed, debug: vi.fn() }
  quietConsole(printer)
  quietConsole(printer)
  const request: RequestContext = { id: 'test', redirectTo: '' }
  const failure = new Error('first')
  requestContext.run(request, () => {
    printer.error('a failed statement', failure)
    printer.error(new Error('second'))
  })
  expect(printed).not.toHaveBeenCalled()
  expect(request.failure).toBe(failure)
  printer.error('outside of a request')
  expect(printed).toHaveBeenCalledExactlyOnceWith('outside of a request')
})
