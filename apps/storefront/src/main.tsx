import '@giftwell/shared/ui/fonts-rest.css'
import '@giftwell/shared/ui/theme.css'
import '@giftwell/shared/ui/base.css'
import '@giftwell/shared/ui/mantine.css'
import '@giftwell/shared/ui/print.css'
import { createAppServices } from '@giftwell/shared/app/app-services.ts'
import { anonymousAuth } from '@giftwell/shared/auth/auth-machine.ts'
import { loadBackendConfig } from '@giftwell/shared/kernel/backend-config.ts'
import { preloadRest } from '@giftwell/shared/kernel/backend.ts'
import { createWebPlatform } from '@giftwell/shared/platform/web-platform.ts'
import { siteDetailsAt, siteDetailsQuery } from '@giftwell/shared/settings/site-queries.ts'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

import { App } from './app.tsx'
import { createBasketStore } from './inquiry/basket.ts'
import { takeFirstPresses } from './page/first-presses.ts'
import { readRenderedPage } from './page/rendered-page.ts'
import { preloadPage } from './pages.ts'

async function start(root: HTMLElement) {
  const page = readRenderedPage(document, window.location.pathname)
  // A page without its data asks for it at once.
  if (!page?.served) preloadRest().catch(() => undefined)
  const [config] = await Promise.all([
    page?.served?.config ?? loadBackendConfig('/config.json'),
    preloadPage(window.location.pathname),
  ])
  const services = createAppServices(config, createWebPlatform(window), {
    ...(page?.served && { rendered: anonymousAuth }),
  })
  services.authStore.subscribe(() => {
    if (services.authStore.get().isSessionReady) document.documentElement.removeAttribute('data-session')
  })
  for (const [key, data] of page?.served?.queries ?? []) services.queryClient.setQueryData(key, data)
  // From the first paint of a page that no server rendered; a prerendered one is hydrated as it was made.
  if (page === null && config.site !== undefined) {
    const { queryKey } = siteDetailsQuery(services.backend)
    services.queryClient.setQueryData(queryKey, siteDetailsAt(config, config.site))
  }
  const app = (
    <StrictMode>
      <App services={services} basket={createBasketStore()} {...(page && { facts: page })} />
    </StrictMode>
  )
  if (page === null) {
    takeFirstPresses()
    createRoot(root).render(app)
  } else {
    // A transition hydrates in slices and lets input go first.
    startTransition(() => {
      hydrateRoot(root, app, {
        onRecoverableError: (error) => console.error('The page was rendered differently', error),
        onCaughtError: (error) => {
          console.error(error)
          // The notice of an error answers presses itself.
          takeFirstPresses()
        },
      })
    })
  }
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
start(root).catch((error: unknown) => {
  console.error('The website could not start', error)
  takeFirstPresses()
  showStartFailure(root)
})

/** Reports, without any of the app's code, that the site could not reach its configuration, and offers another try. */
function showStartFailure(root: HTMLElement): void {
  const panel = document.createElement('main')
  panel.setAttribute('role', 'alert')
  panel.style.cssText =
    'max-width:26rem;margin:20vh auto;padding:0 1.5rem;font-family:system-ui,sans-serif;text-align:center'
  const title = document.createElement('h1')
  title.textContent = 'We cannot reach the catalogue'
  const explanation = document.createElement('p')
  explanation.textContent = 'Please check your connection and try again.'
  const retry = document.createElement('button')
  retry.textContent = 'Try again'
  retry.style.cssText = 'padding:0.5rem 1rem;border:1px solid'
  retry.addEventListener('click', () => window.location.reload())
  panel.append(title, explanation, retry)
  root.replaceChildren(panel)
}
