import type { BackendConfig } from './backend-config.ts'

/** The address of a stored picture: images of our own bucket are kept without a host, so that the site can move. */
export function imageAddress(config: BackendConfig, imageUrl: string): string {
  return URL.canParse(imageUrl, config.supabaseUrl) ? new URL(imageUrl, config.supabaseUrl).href : imageUrl
}
