import { expect, test } from 'vitest'

import { explainFailure } from './ask.ts'

test.each([
  ['net::ERR_NAME_NOT_RESOLVED', /^No website was found at this address\./],
  ['net::ERR_INTERNET_DISCONNECTED', /^No website was found at this address\./],
  ['net::ERR_CERT_DATE_INVALID', /^The website offers no safe connection/],
  ['net::ERR_SSL_PROTOCOL_ERROR', /^The website offers no safe connection/],
  ['net::ERR_TIMED_OUT', /^The website takes too long/],
  ['net::ERR_CONNECTION_TIMED_OUT', /^The website takes too long/],
  ['net::ERR_CONNECTION_REFUSED', /^The website does not answer\./],
  ['something else', /^The website does not answer\./],
])('%s is explained with what to do', (name, words) => {
  const sentence = explainFailure(new Error(name))
  expect(sentence).toMatch(words)
  expect(sentence).not.toMatch(/ERR_/)
})
