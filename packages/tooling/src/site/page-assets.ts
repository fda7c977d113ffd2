import type { Manifest } from 'vite'

/** What a page loads of the built website, as paths on it. */
export interface PageAssets {
  readonly scripts: readonly string[]
  readonly stylesheets: readonly string[]
}

/**
 * The scripts and stylesheets that modules of the website need before they can run, those that they import first.
 * @throws when the build made no chunk of its own of one of them
 */
export function pageAssets(manifest: Manifest, modules: readonly string[]): PageAssets {
  const scripts = new Set<string>()
  const stylesheets = new Set<string>()
  const seen = new Set<string>()

  function visit(name: string): void {
    if (seen.has(name)) return
    seen.add(name)
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`The website has no chunk of ${name}`)
    for (const imported of chunk.imports ?? []) visit(imported)
    for (const stylesheet of chunk.css ?? []) stylesheets.add(`/${stylesheet}`)
    scripts.add(`/${chunk.file}`)
  }

  modules.forEach(visit)
  return { scripts: [...scripts], stylesheets: [...stylesheets] }
}
