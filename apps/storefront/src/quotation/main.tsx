/** @jsxImportSource preact */
import '@giftwell/shared/ui/base.css'
import '@giftwell/shared/ui/print.css'
import './quotation.css'
import { type BackendConfig, loadBackendConfig } from '@giftwell/shared/kernel/backend-config.ts'
import { render } from 'preact'

import { createCallFunction } from './open-quotation.ts'
import { QuotationPage } from './quotation-page.tsx'

/** The entry of a quotation's page, `/q/{token}`: a build of its own, without the site around it. */
async function start(root: HTMLElement): Promise<void> {
  const config: BackendConfig = await loadBackendConfig('/config.json')
  const token = decodeURIComponent(location.pathname.split('/')[2] ?? '')
  root.replaceChildren()
  render(<QuotationPage config={config} call={createCallFunction(config, token)} first={null} />, root)
}

const root = document.getElementById('root')
if (root === null) throw new Error('q/index.html has no #root')
start(root).catch((error: unknown) => {
  console.error('The quotation could not be shown', error)
  root.textContent = 'We cannot reach this quotation. Please check your connection, and load the page again.'
})
