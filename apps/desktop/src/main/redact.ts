/** Takes out of a text what is personal or secret. */
export type Redact = (text: string) => string

/** Our own code: where in it something happened stays readable, wherever the app is installed. */
const ownCode = /(?:file:\/\/)?[^\s('"]*[/\\](main\.js|preload\.cjs|assets[/\\][\w.-]+\.js)(?=:\d+:\d+)/g

const replacements: readonly (readonly [RegExp, string])[] = [
  // Query and fragment first: they may hold any of what follows.
  [/(?<=[\w/.)])[?#][^\s'"<>]*=[^\s'"<>]*/g, '?[query]'],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '[token]'],
  [/\b(?:sb|sbp|ghp|gho|ghs|github_pat)_\w+/g, '[token]'],
  [/\b(bearer|basic|apikey|token|password|secret|key)(["']?\s*[:= ]\s*["']?)[^\s"',;]{6,}/gi, '$1$2[secret]'],
  [/\b[\w+/-]{40,}={0,2}/g, '[token]'],
  [/[^\s<>"'(),:;@]+(?:@|%40)[^\s<>"'(),:;@]+\.[^\s<>"'(),:;@]+/g, '[e-mail]'],
  [/(?<![\w.-])\+?\d(?:[ ()-]?\d){8,}(?![\w-])/g, '[number]'],
  // Paths in quotes, with their spaces; then those that stand free.
  [/(['"`])(?:file:\/\/)?(?:\/|[A-Za-z]:[\\/]|\\\\)[^'"`\n]*\1/g, '[path]'],
  [/file:\/\/[^\s'")]+/g, '[path]'],
  [/(?<![\w:/.])(?:\/(?!\/)[^\s'":/]+){2,}\/?/g, '[path]'],
  [/(?<!\w)[A-Za-z]:\\[^\s'":]+/g, '[path]'],
  [/\\\\[^\s'":]+/g, '[path]'],
]

/**
 * Redacts e-mail addresses, phone numbers, tokens and keys, queries, and paths of files; the person's folder is taken out
 * with everything after it, since names of files and people may hold spaces. Names cannot be recognised: do not log them.
 */
export function createRedact(homeFolder: string): Redact {
  const home = homeFolder === '' ? null : new RegExp(`${escaped(homeFolder)}[^'"\`\\n]*`, 'gi')
  return (text) => {
    const located = text.replaceAll(ownCode, '$1')
    const homeless = home === null ? located : located.replaceAll(home, '[path]')
    return replacements.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), homeless)
  }
}

/** A path as a pattern, with either kind of slash. */
function escaped(path: string): string {
  return path.replaceAll(/[.*+?^${}()|[\]]/g, '\\$&').replaceAll(/[/\\]/g, '[/\\\\]')
}
