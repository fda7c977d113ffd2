import { pictureOf, sharePicture } from '@giftwell/shared/kernel/brand.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'

import { usePublicOrigin } from './rendered-page.ts'

interface PageHeadProps {
  readonly title: string
  readonly description: string
  /** The page's own path, without what filters add to it. */
  readonly path: `/${string}`
  /** A picture instead of the site's own. */
  readonly image?: string | null
}

/** What search engines and shared links show of a page. */
export function PageHead({ title, description, path, image }: PageHeadProps) {
  const origin = usePublicOrigin()
  const site = useSite()
  const picture = image ?? pictureOf(site)
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta name="twitter:card" content={picture === null ? 'summary' : 'summary_large_image'} />
      {origin !== null && (
        <>
          <link rel="canonical" href={`${origin}${path}`} />
          <meta property="og:url" content={`${origin}${path}`} />
        </>
      )}
      {/* Other sites read no relative address. Without the origin, programs take the address that they have requested. */}
      {picture !== null && (
        <meta property="og:image" content={picture.startsWith('/') ? (origin ?? '') + picture : picture} />
      )}
      {picture === sharePicture && (
        <>
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
        </>
      )}
    </>
  )
}

/** Facts about the page in the form that search engines read (JSON-LD). */
export function StructuredData({ facts }: { facts: Record<string, unknown> }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...facts })
  // Written so that no text in it can end the element.
  return <script type="application/ld+json">{text.replaceAll('<', String.raw`\u003c`)}</script>
}
