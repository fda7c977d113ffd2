import { brand } from '@giftwell/shared/kernel/brand.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'

import { PageHead, StructuredData } from '../page/page-head.tsx'
import { usePublicOrigin } from '../page/rendered-page.ts'
import { ClientLogos } from './client-logos.tsx'
import { FeaturedProducts } from './featured-products.tsx'
import { QuoteSection } from './quote-section.tsx'
import { Hero, IndustryCards } from './static-sections.tsx'
import { Stats } from './stats.tsx'

/** The public home page, its sections in the order of product.md (section 2, Home page). */
export function HomePage() {
  return (
    <main id="content">
      <PageHead title={`${useSite().name} · ${brand.tagline}`} description={brand.description} path="/" />
      <OrganizationFacts />
      <Hero />
      <ClientLogos />
      <Stats />
      <FeaturedProducts />
      <IndustryCards />
      <QuoteSection />
    </main>
  )
}

function OrganizationFacts() {
  const origin = usePublicOrigin()
  return (
    <StructuredData
      facts={{
        '@type': 'Organization',
        name: useSite().name,
        slogan: brand.tagline,
        ...(origin !== null && { url: origin }),
      }}
    />
  )
}
