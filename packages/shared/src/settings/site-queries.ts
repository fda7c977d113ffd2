import { queryOptions } from '@tanstack/react-query'

import type { SiteDetails } from '../kernel/brand.ts'
import type { BackendConfig } from '../kernel/backend-config.ts'
import type { Backend } from '../kernel/backend.ts'
import { imageAddress } from '../images/image-sizes.ts'
import { send } from '../kernel/rest-request.ts'

/** What the owner of the site has set of what every page shows. Pages that a server rendered bring it. */
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

/** The details with the addresses of logos, icon and hero picture, which may be images of the site's own. */
export function siteDetailsAt(config: BackendConfig, details: SiteDetails): SiteDetails {
  const { logo_url: logo, logo_dark_url: darkLogo, icon_url: icon, hero_image_url: hero } = details
  return {
    ...details,
    ...(logo && { logo_url: imageAddress(config, logo) }),
    ...(darkLogo && { logo_dark_url: imageAddress(config, darkLogo) }),
    ...(icon && { icon_url: imageAddress(config, icon) }),
    ...(hero && { hero_image_url: imageAddress(config, hero) }),
  }
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
