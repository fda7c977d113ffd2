/** Chromium's names of what can go wrong on the way to a website, and what a person can do about each. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_(?:CHANGED|ACCESS_DENIED|IO_SUSPENDED)|ERR_ADDRESS_UNREACHABLE/,
    'This computer is not connected. Check its network and try again.',
  ],
  [
    /ERR_NAME_|ERR_ICANN_NAME_COLLISION|ERR_DNS_/,
    'No website was found at this address. Check how it is spelled, and that this computer is online.',
  ],
  [
    /ERR_CERT_DATE_INVALID/,
    'The website’s certificate has expired, or this computer’s clock is wrong. Check the clock; otherwise ask whoever runs the website.',
  ],
  [
    /ERR_CERT_|ERR_SSL_PINNED|ERR_CERTIFICATE/,
    'The website’s certificate is not valid, so nobody knows who answers. Check the address, or ask whoever runs the website.',
  ],
  [/ERR_SSL_|ERR_TLS_|ERR_BAD_SSL/, 'The website offers no safe connection (https). Ask whoever runs it.'],
  [
    /ERR_PROXY_|ERR_TUNNEL_/,
    'This network’s proxy does not let the app through. Ask whoever runs the network.',
  ],
  [/ERR_FILE_TOO_BIG/, 'This is not a Giftwell website. Check the address.'],
  [/TIMED_OUT/, 'The website takes too long to answer. Try again later.'],
  [
    /ERR_UNSAFE_PORT|ERR_BLOCKED_|ERR_DISALLOWED_/,
    'The app may not connect to this address. Check the number after the colon.',
  ],
]

/** Says in one sentence why a website did not answer, and what to do. */
export function noAnswer(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const found = reasons.find(([name]) => name.test(message))
  return found?.[1] ?? 'The website does not answer. Check the address, and try again later.'
}
