/** Takes out of a text what is personal or secret. */
export type Redact = (text: string) => string

const replacements: readonly (readonly [RegExp, string])[] = [
  // Query and fragment first: they may hold any of what follows.
  [/(?<=[\w/.)])[?#][^\s'"<>]*=[^\s'"<>]*/g, '?[query]'],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '[token]'],
  [/\b(?:sb|sbp|ghp|gho|ghs|github_pat)_\w+/g, '[token]'],
  [/\b(bearer|basic|apikey|token|password|secret|key)(["']?\s*[:= ]\s*["']?)[^\s"',;]{6,}/gi, '$1$2[secret]'],
  [/\b[\w+/-]{40,}={0,2}/g, '[token]'],
  [/[^\s<>"'(),:;@=&/]+(?:@|%40)[^\s<>"'(),:;@=&/]+\.[^\s<>"'(),:;@=&/]+/g, '[e-mail]'],
  [/(?<![\w.-])\+?\d(?:[ ()-]?\d){8,}(?![\w-])/g, '[number]'],
  // Paths in quotes, with their spaces; then those that stand free, with everything after them in the line: where a name
  // with spaces ends nobody can say, but for what Node adds in parentheses.
  [/(['"`])(?:file:\/\/)?(?:\/|[A-Za-z]:[\\/]|\\\\)[^'"`\n]*\1/g, '$1[path]$1'],
  [/file:\/\/(?:(?! \()[^\n])+/g, '[path]'],
  [/(?<![\w:/.])\/[^\s'":/](?:(?! \()[^'":/\n])*\/(?:(?! \()[^\n])*/g, '[path]'],
  [/(?<!\w)[A-Za-z]:[\\/](?:(?! \()[^\n])+/g, '[path]'],
  [/\\\\(?:(?! \()[^\n])+/g, '[path]'],
]

/**
 * Redacts e-mail addresses, phone numbers, tokens and keys, queries, and paths of files; the person's folder is taken out
 * with everything after it, since names of files and people may hold spaces. Names cannot be recognised: do not log them.
 */
export function createRedact(homeFolder: string): Redact {
  // A pattern that matches nothing, where there is no such folder.
  const home = homeFolder === '' ? '(?!)' : pattern(homeFolder)
  const ofPerson = new RegExp(`${home}[^'"\`\\n]*`, 'gi')
  /** Where in our own code something happened stays readable, wherever the app is installed. */
  const ownCode = new RegExp(
    `(?:file://)?(?:${home}[^'"\`\\n(]*|[^\\s('"]*)[/\\\\](main\\.js|preload\\.cjs|assets/[\\w.-]+\\.js)(?=:\\d+:\\d+)`,
    'gi',
  )
  return (text) => {
    const impersonal = text.replaceAll(ownCode, '$1').replaceAll(ofPerson, '[path]')
    return replacements.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), impersonal)
  }
}

/** A path as a pattern, with either kind of slash. */
function pattern(path: string): string {
  return path.replaceAll(/[.*+?^${}()|[\]]/g, '\\$&').replaceAll(/[/\\]/g, '[/\\\\]')
}
