/** @jsxImportSource preact */
import {
  type BackendConfig,
  loadBackendConfig,
  parseBackendConfig,
} from '@giftwell/shared/kernel/backend-config.ts'
import { tokenIn } from '@giftwell/shared/kernel/link-token.ts'
import { render } from 'preact'

import { createCallFunction, type EndedQuotation, type OpenedQuotation } from './open-quotation.ts'
import { QuotationPage } from './quotation-page.tsx'

/** The entry of a quotation's page, `/q/{token}`: a build of its own, without the site around it. */
async function start(root: HTMLElement): Promise<void> {
  const { config, opened } = servedData() ?? { config: await loadBackendConfig('/config.json'), opened: null }
  const token = tokenIn(location.pathname.split('/')[2] ?? '')
  root.replaceChildren()
  render(<QuotationPage config={config} call={createCallFunction(config, token)} first={opened} />, root)
}

interface ServedData {
  readonly config: BackendConfig
  readonly opened: OpenedQuotation | EndedQuotation
}

/** What a server of ours has put into the document, so that the first view makes no request; null on a static host. */
function servedData(): ServedData | null {
  const text = document.getElementById('served')?.textContent
  if (text === undefined || text === '') return null
  // The server's own answers.
  const { config, opened } = JSON.parse(text) as ServedData
  return { config: parseBackendConfig(config), opened }
}

const root = document.getElementById('root')
if (root === null) throw new Error('q/index.html has no #root')
start(root).catch((error: unknown) => {
  console.error('The quotation could not be shown', error)
  root.textContent = 'We cannot reach this quotation. Please check your connection, and load the page again.'
})
