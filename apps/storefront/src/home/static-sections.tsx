import { sizeName } from '@giftwell/shared/images/image-sizes.ts'
import { brand, type Claims, promiseOf, speaksOfPharma } from '@giftwell/shared/kernel/brand.ts'
import drawing from '@giftwell/shared/ui/hero.svg'
import { useClaims, useSite } from '@giftwell/shared/ui/use-site.ts'
import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { preload } from 'react-dom'
import { Link } from '../page/router.tsx'

import allIndustries from '../pictures/all-industries.svg'
import drawingOnPhones from '../pictures/hero-phone.avif'
import pharmaGifting from '../pictures/pharma-gifting.svg'
import classes from './static-sections.module.css'

const onPhones = '(max-width: 40em)'

/**
 * The tagline, the promises, and two links to the catalogue, with the owner's texts and picture, if set
 * (product.md, section 2, Home page).
 */
export function Hero() {
  const site = useSite()
  const { hero_headline: headline, hero_text: text, hero_image_url: photo, hero_image_alt: alt } = site
  const claims = useClaims()
  // The phones' size of a photo is made to weigh as little as the drawing.
  const [wide, small] = photo ? [sizeName(photo, 960), sizeName(photo, 480)] : [drawing, drawingOnPhones]
  const type = photo ? undefined : 'image/avif'
  // React does not preload the sources of a `picture`.
  preload(small, { as: 'image', type, media: onPhones, fetchPriority: 'high' })
  preload(wide, { as: 'image', media: `not all and ${onPhones}`, fetchPriority: 'high' })
  return (
    <section className={classes.hero} aria-labelledby="tagline">
      <div className={classes.heroInner}>
        <div className={classes.heroText}>
          <h1 id="tagline" className={classes.tagline}>
            {headline ?? brand.tagline}
          </h1>
          <p className={classes.promise}>{text ?? promiseOf(claims)}</p>
          <div className={classes.actions}>
            {speaksOfPharma(site) && (
              <Link to="/catalogue?industry=Pharmaceutical" className={classes.primary}>
                Browse Pharma Gifts
              </Link>
            )}
            <Link to="/catalogue" className={speaksOfPharma(site) ? classes.secondary : classes.primary}>
              Browse All Industries
            </Link>
          </div>
        </div>
        <picture className={classes.heroPicture} data-photo={photo && ''}>
          <source media={onPhones} type={type} srcSet={small} />
          <img
            src={wide}
            alt={alt ?? ''}
            width={photo ? 960 : 1040}
            height={photo ? 720 : 900}
            fetchPriority="high"
          />
        </picture>
      </div>
    </section>
  )
}

const cards = [
  {
    look: 'pharma',
    title: 'Pharma Gifting',
    invitation: 'See pharma gifts',
    to: '/catalogue?industry=Pharmaceutical',
    picture: pharmaGifting,
    points: ({ compliance }: Claims) => [
      'Doctor-specific categories',
      compliance && `${compliance} products`,
      'Medical conference gifts',
    ],
  },
  {
    look: 'all',
    title: 'All Industries',
    invitation: 'See all gifts',
    to: '/catalogue',
    picture: allIndustries,
    // Of the demo: the footer lists the industries of an owner's products.
    points: (_claims: Claims, isOwn: boolean) =>
      isOwn ? [] : ['Banking & Finance', 'Automotive & Insurance', 'Technology & Real Estate'],
  },
]

/** Two links to the catalogue by industry (product.md, section 2, Choose Your Industry); one where the owner has nothing for pharma. */
export function IndustryCards() {
  const claims = useClaims()
  const site = useSite()
  const hasPharma = speaksOfPharma(site)
  const shown = cards.filter(({ look }) => hasPharma || look !== 'pharma')
  return (
    <section id="industries" className={classes.root} aria-labelledby="choose-industry">
      <SectionHead id="choose-industry" title="Choose Your Industry" />
      <div className={classes.cards}>
        {shown.map(({ look, title, invitation, to, picture, points }) => (
          <div key={to} className={classes.card} data-look={look}>
            <div className={classes.text}>
              <h3 className={classes.title}>
                <Link to={to} className={classes.link}>
                  {title}
                </Link>
              </h3>
              <ul className={classes.points}>
                {points(claims, site.own_products !== undefined)
                  .filter(Boolean)
                  .map((point) => (
                    <li key={point}>{point}</li>
                  ))}
              </ul>
              <p className={classes.invitation} aria-hidden>
                {invitation} <IconArrowRight size={18} stroke={2.2} />
              </p>
            </div>
            <img src={picture} alt="" width={900} height={1100} loading="lazy" className={classes.picture} />
          </div>
        ))}
      </div>
    </section>
  )
}

interface SectionHeadProps {
  /** The id that the section is labelled by. */
  readonly id: string
  readonly title: string
  readonly children?: ReactNode
}

/** The heading of a section of the home page, with the content beside it. */
export function SectionHead({ id, title, children }: SectionHeadProps) {
  return (
    <header className={classes.head}>
      <h2 id={id} className={classes.headTitle}>
        {title}
      </h2>
      {children}
    </header>
  )
}
