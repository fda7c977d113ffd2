/** The tokens of private links, as the database and the browser make them. */
const privateToken = /(?<![\da-zA-Z])[\da-f]{64}(?![\da-zA-Z])/

/** The hashes in links that Auth mails: 56 digits of a hosted project, 64 of the embedded backend. */
export const authToken = /(?<![\da-zA-Z])(?:pkce_)?[\da-f]{56,64}(?![\da-zA-Z])/

/** The keys of shared products, in base64url. */
export const shareKey = /(?<![\w-])[\w-]{22}(?=[_-]*(?![\w-]))/

/** Baskets in base64url, which have any length. */
export const sharedBasket = /[\w-]+/

/**
 * The token in a part of a link, whatever a messenger or a mail program has put around it, after it or into it: punctuation,
 * brackets, quotes, blanks, line breaks, invisible characters, further parameters, all of it percent-encoded or not.
 * @param form the form of the link's tokens
 * @returns the text itself where it holds no token, so that it is answered as a wrong one
 */
export function tokenIn(text: string, form: RegExp = privateToken): string {
  const visible = text.replace(/(?:%[\da-f]{2})+/gi, decoded).replace(/[\p{Cc}\p{Cf}]/gu, '')
  // A blank ends a token, unless it is in the middle of one.
  return (form.exec(visible) ?? form.exec(visible.replace(/\p{Z}/gu, '')))?.[0] ?? text
}

function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ' '
  }
}
