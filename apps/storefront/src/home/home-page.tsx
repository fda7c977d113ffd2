import { brand, descriptionOf } from '@giftwell/shared/kernel/brand.ts'
import { useClaims, useSite } from '@giftwell/shared/ui/use-site.ts'

import { PageHead, StructuredData } from '../page/page-head.tsx'
import { usePublicOrigin } from '../page/rendered-page.ts'
import { ClientLogos } from './client-logos.tsx'
import { FeaturedProducts } from './featured-products.tsx'
import { QuoteSection } from './quote-section.tsx'
import { Hero, IndustryCards } from './static-sections.tsx'
import { Stats } from './stats.tsx'

/** The public home page, its sections in the order of product.md (section 2, Home page). */
export function HomePage() {
  const { name, hero_headline: headline = brand.tagline, hero_text: text, hero_image_url: photo } = useSite()
  const claims = useClaims()
  return (
    <main id="content">
      <PageHead
        title={`${name} · ${headline}`}
        description={text ?? descriptionOf(claims)}
        path="/"
        image={photo ?? null}
      />
      <OrganizationFacts slogan={headline} />
      <Hero />
      <ClientLogos />
      <Stats />
      <FeaturedProducts />
      <IndustryCards />
      <QuoteSection />
    </main>
  )
}

function OrganizationFacts({ slogan }: { readonly slogan: string }) {
  const origin = usePublicOrigin()
  return (
    <StructuredData
      facts={{
        '@type': 'Organization',
        name: useSite().name,
        slogan,
        ...(origin !== null && { url: origin }),
      }}
    />
  )
}
