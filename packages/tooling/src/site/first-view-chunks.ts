import { join } from 'node:path'

/** What the bundler tells of its modules. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/** The modules whose code a browser needs before a page is complete and can be used. */
export interface FirstView {
  /** What every page starts with, relative to the website's sources. */
  readonly start: string
  /** Each page by the name of its chunk. */
  readonly pages: Readonly<Record<string, string>>
}

/** Libraries, and parts of them, that every page needs: through a library's own index all of it would seem needed. */
const libraries = [
  /^(react|react-dom|scheduler|react-router|react-router-dom|clsx)\//,
  /^@tanstack\/(react-query|query-core)\//,
  /^@supabase\/postgrest-js\//,
  /^@mantine\/core\/esm\/(core|components\/(Button|CloseButton|Loader|Transition|UnstyledButton))\//,
  /^@mantine\/hooks\/esm\/(use-did-update|use-media-query|use-merged-ref|use-reduced-motion)\//,
  /^@tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes|icons\/Icon(Basket|Check|Menu2|UserCircle|X))\.mjs$/,
]

/**
 * Names the chunks of the first view: one for what every page needs, which a browser keeps from page to page, and one
 * for each page. Left to itself, the bundler makes dozens of crumbs of what the pages share with each other and with
 * the back office, each with a request of its own, that together weigh a tenth more.
 * @param sources the folder of the website's sources
 */
export function firstViewChunks(
  sources: string,
  { start, pages }: FirstView,
): (id: string, graph: ModuleGraph) => string | null {
  const needed = new Map<string, ReadonlySet<string>>()

  function neededBy(module: string, graph: ModuleGraph): ReadonlySet<string> {
    const known = needed.get(module)
    if (known !== undefined) return known
    const found = new Set<string>()
    const open = [join(sources, module)]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (found.has(id) || withinLibrary(id) !== undefined) continue
      found.add(id)
      open.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
    }
    needed.set(module, found)
    return found
  }

  return (id, graph) => {
    const inLibrary = withinLibrary(id)
    if (inLibrary !== undefined) return libraries.some((part) => part.test(inLibrary)) ? 'site' : null
    const needing = Object.entries(pages).filter(([, module]) => neededBy(module, graph).has(id))
    if (neededBy(start, graph).has(id) || needing.length > 1) return 'site'
    return needing[0]?.[0] ?? null
  }
}

/** The path of a module from its package's name on; undefined for our own. */
function withinLibrary(id: string): string | undefined {
  return /[\\/]node_modules[\\/](?!.*[\\/]node_modules[\\/])(.*)$/.exec(id)?.[1]?.replaceAll('\\', '/')
}
