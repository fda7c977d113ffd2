import { useLinkedResultsAhead } from '../catalogue/use-linked-results-ahead.ts'
import { useCodeAhead } from './use-code-ahead.ts'

/** Has ready what a visitor may want next, wherever they are on the public site; shows nothing. */
export function NextSteps() {
  useCodeAhead()
  useLinkedResultsAhead()
  return null
}
