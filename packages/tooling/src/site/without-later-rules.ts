const rule = /(?<=^|[{}])([^{}@]+)\{[^{}]*\}/g
const emptyGroup = /@media[^{}]*\{\s*\}/g
const negation = /:not\((?:[^()]|\([^()]*\))*\)/g
const interaction = /:(?:hover|active|focus|focus-visible|focus-within)\b/
const attribute = /\[([\w-]+)/g

/**
 * The rules of a first view without those that cannot apply to it yet: for what is under a pointer or a finger or has
 * the focus, and for states whose attribute no element of the HTML has. They come with the whole stylesheets.
 * @param html everything that the rules are for
 */
export function withoutLaterRules(css: string, html: string): string {
  const has = new Map<string, boolean>()
  const isThere = (name: string): boolean => {
    const known = has.get(name) ?? html.includes(` ${name}`)
    has.set(name, known)
    return known
  }
  const canApply = (selector: string): boolean => {
    // What an element must not be says nothing about what it must be.
    const positive = selector.replaceAll(negation, '')
    if (interaction.test(positive) || (positive.includes(':disabled') && !isThere('disabled=""')))
      return false
    return [...positive.matchAll(attribute)].every(([, name = '']) => ofRoot.has(name) || isThere(name))
  }
  return css
    .replaceAll(rule, (text, selectors: string) => (canApply(selectors) ? text : ''))
    .replaceAll(emptyGroup, '')
}

/** Attributes of the document itself, which is not among the HTML. */
const ofRoot = new Set(['data-mantine-color-scheme', 'data-session', 'dir'])
