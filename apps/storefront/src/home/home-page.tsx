import { brand } from '@giftwell/shared/domain/brand.ts'

import { ClientLogos } from './client-logos.tsx'
import { FeaturedProducts } from './featured-products.tsx'
import { Hero } from './hero.tsx'
import { IndustryCards } from './industry-cards.tsx'
import { QuoteSection } from './quote-section.tsx'
import { Stats } from './stats.tsx'

/** The public home page, its sections in the specification's order (section 2, Home page). */
export function HomePage() {
  return (
    <main id="content">
      <title>{`${brand.name} · ${brand.tagline}`}</title>
      <meta name="description" content={brand.description} />
      <Hero />
      <ClientLogos />
      <Stats />
      <FeaturedProducts />
      <IndustryCards />
      <QuoteSection />
    </main>
  )
}
