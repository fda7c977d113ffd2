import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { mutationOptions } from '@tanstack/react-query'

import type { WantedSamples } from './own-sample.ts'

const invalidates = [['inquiry'], ['my inquiries']]

/** Samples as the generated types take them. */
export function samplesArgument({ items, ...delivery }: WantedSamples) {
  return { ...delivery, items: items.map((item) => ({ ...item })) }
}

/** Asks for samples by the token of an inquiry's private page, or its reference. */
export function requestSamples(backend: Backend, token: string) {
  return mutationOptions({
    mutationKey: ['samples'],
    meta: { invalidates, failed: 'Could not request the sample', done: 'Sample requested' },
    mutationFn: (samples: WantedSamples) =>
      send(backend, (rest) => rest.rpc('request_samples', { token, samples: samplesArgument(samples) })),
  })
}

/** Stores the buyer's feedback on a sample. */
export function judgeSample(backend: Backend, token: string) {
  return mutationOptions({
    mutationKey: ['samples'],
    meta: { invalidates, done: 'Thank you for your feedback' },
    mutationFn: (values: { readonly sample: string; readonly verdict: string; readonly comment: string }) =>
      send(backend, (rest) => rest.rpc('judge_sample', { token, ...values })),
  })
}
