/** Where the website is found by browsers on this machine. */
export interface Site {
  /** The address that links in e-mails begin with, without a slash at the end. */
  readonly url: string
  /** Every origin under which a browser reaches this server, the one above included. */
  readonly origins: readonly string[]
}

/** The site of a server that listens on a loopback port, which `localhost` names too. */
export function siteAt(port: number): Site {
  const url = `http://127.0.0.1:${port}`
  return { url, origins: [url, `http://localhost:${port}`] }
}

/**
 * Where a link in an e-mail may lead back to: an address of the site itself. Anything else that a request asks for
 * becomes the site's home page, because the session is handed over in that address.
 */
export function redirectTarget(site: Site, requested: string | null | undefined): string {
  if (requested == null || !URL.canParse(requested, site.url)) return site.url
  const target = new URL(requested, site.url)
  if (!site.origins.includes(target.origin) || target.username !== '' || target.password !== '')
    return site.url
  // The session arrives as the fragment; one that is there already would hide it.
  target.hash = ''
  return target.href
}
