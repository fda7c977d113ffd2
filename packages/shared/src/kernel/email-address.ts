// Without zod: the public forms use it before their schema is loaded.

/** Soft hyphens, zero-width characters and marks of direction, which copied texts have. */
const invisible = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\0]/g

/**
 * A pasted address without invisible characters, a name before angle brackets, `mailto:`, parameters, and final
 * punctuation. An international host becomes ASCII.
 */
export function cleanEmail(typed: string): string {
  const address = typed
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(/(?<![\s,;.])[\s,;.]+$/, '')
    .replace(/^.*<([^<>]*)>$/s, '$1')
    .replace(/^\s*mailto:([^?]*).*$/is, '$1')
    .replace(/(?<![\s,;.])[\s,;.]+$/, '')
    .trimStart()
  const at = address.lastIndexOf('@')
  return at < 0 ? address : address.slice(0, at + 1) + asciiHost(address.slice(at + 1))
}

/** A host that cannot be converted stays, and is refused by the rules. */
function asciiHost(host: string): string {
  const isInternational = /^[\p{L}\p{M}\p{N}.。-]+$/u.test(host) && /[^ -~]/.test(host)
  return isInternational && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host
}

const host = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?$/i

/**
 * The rule that a clean address breaks, as a message for its field, or null. The database has the same rules
 * (`private.is_deliverable`).
 */
export function emailProblem(address: string): string | null {
  const at = address.lastIndexOf('@')
  if (/["\\()<>[\],;:]/.test(address.slice(0, Math.max(at, 0))))
    return 'An e-mail address has no quotes, brackets, commas, colons or backslashes'
  const isComplete =
    /^[^\s@\p{Cc}]+$/u.test(address.slice(0, Math.max(at, 0))) && host.test(address.slice(at + 1))
  return isComplete ? null : 'Enter an e-mail address like name@company.com'
}
