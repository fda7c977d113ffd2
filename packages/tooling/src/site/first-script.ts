import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'

import { minify, type Plugin } from 'vite'

/**
 * Puts the script that runs before the first paint into the document, in the place of the element that names its file:
 * as a file of its own it would keep the page from being painted for one more way to the server and back. Every
 * document gets the same text, so the policy allows it by one checksum.
 * @throws when the document does not name it once
 */
export function firstScript(file: string): Plugin {
  return {
    name: 'giftwell-first-script',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const element = `<script src="${basename(file)}"></script>`
        if (html.split(element).length !== 2)
          throw new Error(`The document does not name ${basename(file)} once`)
        const { code, errors } = await minify(basename(file), await readFile(file, 'utf8'), { module: false })
        const script = code.trim()
        if (errors.length > 0 || /<\/script|<!--/i.test(script))
          throw new Error(`${basename(file)} cannot stand in a document`)
        return html.replace(element, () => `<script>${script}</script>`)
      },
    },
  }
}
