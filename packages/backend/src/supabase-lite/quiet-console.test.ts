import { expect, test, vi } from 'vitest'
import { type RequestContext, requestContext } from '../database/request-context.ts'
import { quietConsole } from './quiet-console.ts'

test('the console is silent during a request, which stores the first printed error', () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  quietConsole()
  const request: RequestContext = { id: 'test', redirectTo: '' }
  const failure = new Error('first')
  requestContext.run(request, () => {
    console.error('a failed statement', failure)
    console.error(new Error('second'))
  })
  expect(printed).not.toHaveBeenCalled()
  expect(request.failure).toBe(failure)
  console.error('outside of a request')
  expect(printed).toHaveBeenCalledExactlyOnceWith('outside of a request')
})
