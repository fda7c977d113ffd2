import { createHash } from 'node:crypto'

/** Every script that stands in a document itself; data in a script element is none. */
const inlineScript = /<script(?![^>]*(?:\ssrc=|\stype="application\/(?:ld\+)?json"))[^>]*>(.*?)<\/script>/gs

/** The scripts that stand in a document itself. */
export function inlineScripts(html: string): readonly string[] {
  return [...html.matchAll(inlineScript)].map(([, script = '']) => script)
}

/** What a policy allows for these scripts, and no others in the page, to run. */
export function scriptHashes(scripts: Iterable<string>): readonly string[] {
  return [...new Set(scripts)].map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}
