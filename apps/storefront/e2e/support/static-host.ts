import type { Page } from '@playwright/test'

/** The pages that a server fills with data, and the files of the built website that they are without it. */
const files: Readonly<Record<string, string>> = { '/': '/index.html', '/catalogue': '/catalogue.html' }

/**
 * Has the public pages come as a static host sends them: rendered at the build, so that the browser asks for the
 * configuration and the data itself.
 */
export async function asFromStaticHost(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname in files,
    async (route) => {
      const url = new URL(route.request().url())
      const response = await route.fetch({ url: new URL(files[url.pathname] ?? '', url).href })
      await route.fulfill({ response })
    },
  )
}
