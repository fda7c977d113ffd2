/** How much a `select` embeds. */
export interface Embedding {
  /** The number of embedded tables, at all levels. */
  readonly count: number
  /** The levels below the table that was asked for. */
  readonly depth: number
  /** The names of the tables that are embedded in an embedded one. */
  readonly inner: readonly string[]
}

const aggregate = /(?:^|[.:])(?:count|sum|avg|min|max)$/
const quotedName = /"(?:[^"\\]|\\.)+"/gs

/**
 * Measures what a `select` parameter embeds.
 * Upstream: answers some that PostgREST cannot parse with every column, and others with a failure.
 * @returns null when it cannot be parsed
 */
export function embeddingOf(select: string): Embedding | null {
  // Quoted names may contain any separator.
  const text = select.replace(quotedName, 'quoted')
  if (text.includes('"')) return null
  let [count, depth, level] = [0, 0, 0]
  const inner: string[] = []
  const open: ('aggregate' | 'embedded')[] = []
  let previous = ','
  for (const token of text.match(/[^(),]+|[(),]/g) ?? []) {
    const follows = (separators: string): boolean => separators.includes(previous)
    switch (token) {
      case '(': {
        if (follows('(),')) return null
        const kind = aggregate.test(previous) ? 'aggregate' : 'embedded'
        open.push(kind)
        if (kind === 'embedded') {
          count += 1
          level += 1
          depth = Math.max(depth, level)
          // `alias:name!hint`, or `...name`.
          if (level > 1) inner.push(previous.replace(/^(?:.*:|\.\.\.)/, '').replace(/!.*$/, ''))
        }
        break
      }
      case ')': {
        const kind = open.pop()
        if (kind === undefined || follows(',') || (kind === 'aggregate' && !follows('('))) return null
        if (kind === 'embedded') level -= 1
        break
      }
      case ',':
        if (follows('(,')) return null
        break
      default:
        if (token.trim() === '') continue
        // Only a cast may follow an aggregate.
        if (follows(')') && !token.startsWith('::')) return null
    }
    previous = token.trim()
  }
  const isComplete = open.length === 0 && (previous !== ',' || select === '')
  return isComplete ? { count, depth, inner } : null
}
