/** The website that a person means, or why what they typed means none. */
export type SiteAddress = { readonly origin: string } | { readonly reason: string }

/** What only this computer answers: a website under development, which has no certificate. */
const localHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether an address is of this computer. */
export function isLocal({ hostname }: URL): boolean {
  return localHosts.has(hostname)
}

/** Whether what is sent to an address cannot be read on the way: https, or this computer itself. */
export function isSafe(address: URL): boolean {
  return address.protocol === 'https:' || (address.protocol === 'http:' && isLocal(address))
}

/**
 * The website that was typed, with or without `https://`, a path, or a slash at its end. A name without a scheme means
 * https, but for this computer.
 */
export function readSiteAddress(typed: string): SiteAddress {
  const text = typed.trim()
  if (text === '') return { reason: 'Enter the address of your Giftwell website.' }
  const address = parse(text)
  if (address === null || address.hostname === '') {
    return { reason: 'This is not the address of a website. Enter one like https://gifts.example.com.' }
  }
  if (address.username !== '' || address.password !== '') {
    return { reason: 'Enter the address without a user name and a password.' }
  }
  return isSafe(address) ? { origin: address.origin } : { reason: 'The address must begin with https://.' }
}

function parse(text: string): URL | null {
  // "localhost:3000" would be read as an address of the scheme "localhost".
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return URL.parse(text)
  const address = URL.parse(`https://${text}`)
  return address !== null && isLocal(address) ? URL.parse(`http://${text}`) : address
}
