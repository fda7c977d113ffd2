import type { Manifest } from 'vite'

/** What a page loads of the built website, as paths on it. */
export interface PageAssets {
  readonly scripts: readonly string[]
  readonly stylesheets: readonly string[]
}

/**
 * The scripts and stylesheets that a module of the website needs before it can run, those that it imports first.
 * @throws when the build made no chunk of its own of it
 */
export function pageAssets(manifest: Manifest, module: string): PageAssets {
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

  visit(module)
  return { scripts: [...scripts], stylesheets: [...stylesheets] }
}
