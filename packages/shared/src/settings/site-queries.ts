import { queryOptions } from '@tanstack/react-query'

import type { SiteDetails } from '../kernel/brand.ts'
import type { BackendConfig } from '../kernel/backend-config.ts'
import type { Backend } from '../kernel/backend.ts'
import { imageAddress } from '../images/image-sizes.ts'
import { send } from '../kernel/rest-request.ts'

/** The owner's settings for every page. Server-rendered pages include them. */
export function siteDetailsQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['site_details'],
    queryFn: async ({ signal }): Promise<SiteDetails> => {
      const data = await send(backend, (rest) =>
        rest.rpc('site_details', {}, { get: true }).abortSignal(signal),
      )
      // The database's tests hold its shape.
      return siteDetailsAt(backend.config, data as SiteDetails)
    },
  })
}

const pictures = ['logo_url', 'logo_dark_url', 'icon_url', 'hero_image_url'] as const

/** The details with the addresses of their pictures, which may be images of the site's own. */
export function siteDetailsAt(config: BackendConfig, details: SiteDetails): SiteDetails {
  const located: { -readonly [Name in keyof SiteDetails]: SiteDetails[Name] } = { ...details }
  for (const name of pictures) {
    const url = located[name]
    if (url) located[name] = imageAddress(config, url)
  }
  return located
}

/** The text of the page /terms; null where there is none. */
export function termsTextQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['site_details', 'terms'],
    queryFn: ({ signal }): Promise<string | null> =>
      send(backend, (rest) => rest.rpc('terms_text', {}, { get: true }).abortSignal(signal)),
  })
}

/** The owner's text about privacy; null for the website's own. */
export function privacyTextQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['site_details', 'privacy'],
    queryFn: ({ signal }): Promise<string | null> =>
      send(backend, (rest) => rest.rpc('privacy_text', {}, { get: true }).abortSignal(signal)),
  })
}
