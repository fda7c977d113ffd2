import type { Page } from '@playwright/test'

/** The server-rendered pages, and the files of the built website for them without data. */
const files: Readonly<Record<string, string>> = { '/': '/index.html', '/catalogue': '/catalogue.html' }

/**
 * Serves the public pages as a static host does: rendered at build time, so that the browser requests the configuration
 * and the data itself.
 */
export async function serveFromStaticHost(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname in files,
    async (route) => {
      const url = new URL(route.request().url())
      const response = await route.fetch({ url: new URL(files[url.pathname] ?? '', url).href })
      await route.fulfill({ response })
    },
  )
}
