import { createHash } from 'node:crypto'

/** Inline script elements, without JSON data blocks. */
const inlineScript = /<script(?![^>]*(?:\ssrc=|\stype="application\/(?:ld\+)?json"))[^>]*>(.*?)<\/script>/gs

/** The contents of a document's inline scripts. */
export function inlineScripts(html: string): readonly string[] {
  return [...html.matchAll(inlineScript)].map(([, script = '']) => script)
}

/** The hash sources that allow these inline scripts in a content security policy. */
export function scriptHashes(scripts: Iterable<string>): readonly string[] {
  return [...new Set(scripts)].map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}
