import { brand } from '@giftwell/shared/domain/brand.ts'
import { usePlatform } from '@giftwell/shared/platform/platform-context.ts'

interface PageHeadProps {
  readonly title: string
  readonly description: string
  /** The page's own path, without what filters add to it. */
  readonly path: `/${string}`
}

/** What search engines and shared links show of a page. */
export function PageHead({ title, description, path }: PageHeadProps) {
  const { siteOrigin } = usePlatform()
  const address = `${siteOrigin}${path}`
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={`${siteOrigin}/share.jpg`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
