import { loadBackendConfig, parseBackendConfig } from '@giftwell/shared/kernel/backend-config.ts'
import { tokenIn } from '@giftwell/shared/kernel/link-token.ts'
import { createRoot, hydrateRoot } from 'react-dom/client'

import { replayFirstPresses, takeFirstPresses } from '../page/first-presses.ts'
import { createCallFunction, type ServedQuotation } from './open-quotation.ts'
import { QuotationPage } from './quotation-page.tsx'

/** The entry of a quotation's page, `/q/{token}`: a build of its own, without the site around it. */
async function start(root: HTMLElement): Promise<void> {
  const served = servedData()
  const config = served?.config ?? (await loadBackendConfig('/config.json'))
  const call = createCallFunction(config, tokenIn(location.pathname.split('/')[2] ?? ''))
  const page = (
    <QuotationPage
      config={config}
      call={call}
      first={served?.opened ?? null}
      typed={typedIn(root)}
      onShown={() => void replayFirstPresses()}
    />
  )
  // A server of ours has drawn the page, too.
  if (served !== null) hydrateRoot(root, page)
  else {
    root.replaceChildren()
    createRoot(root).render(page)
  }
}

/** The input in server-rendered fields, by name: hydration would lose it. */
function typedIn(root: HTMLElement): Readonly<Record<string, string>> {
  const fields = root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea, input:is([type=text], :not([type]))',
  )
  const changed = [...fields].filter(({ value, defaultValue }) => value !== defaultValue)
  return Object.fromEntries(changed.map(({ name, value }) => [name, value]))
}

/** The data that our server puts into the document to save a request; null on a static host. */
function servedData(): ServedQuotation | null {
  const text = document.getElementById('served')?.textContent
  if (text === undefined || text === '') return null
  // The server's own answers.
  const { config, opened } = JSON.parse(text) as ServedQuotation
  return { config: parseBackendConfig(config), opened }
}

const root = document.getElementById('root')
if (root === null) throw new Error('q/index.html has no #root')
start(root).catch((error: unknown) => {
  console.error('The quotation could not be shown', error)
  takeFirstPresses()
  root.textContent = 'We cannot reach this quotation. Please check your connection, and load the page again.'
})
