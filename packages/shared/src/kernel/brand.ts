/** The owner's settings for every page (the database's `site_details`), without unset ones. */
export interface SiteDetails {
  readonly name?: string
  readonly footer_tagline?: string
  /** Replaces the word mark. */
  readonly logo_url?: string
  /** In its place on dark backgrounds. */
  readonly logo_dark_url?: string
  /** Square; replaces the first letter of the name. */
  readonly icon_url?: string
  /** Where the website is always light; otherwise it follows the device. */
  readonly colour_scheme?: 'light'
  /** Like "#4a2545". */
  readonly colour_primary?: string
  readonly colour_accent?: string
  readonly contact_email?: string
  readonly contact_phone?: string
  readonly second_phone?: string
  /** The label of the second number, such as "Orders". */
  readonly second_phone_label?: string
  readonly contact_address?: string
  /** Who answers complaints about privacy: name, office and e-mail in the owner's words. */
  readonly grievance_contact?: string
  /** E.164. */
  readonly whatsapp_number?: string
  /** False where the owner has switched the hints on gifts of pharmaceutical companies off. */
  readonly pharma_hints?: boolean
  /** False where buyers cannot ask for samples. */
  readonly offers_samples?: boolean
  /** The charge for one sample, in rupees; missing if free. */
  readonly sample_charge?: number
  /** After how many days buyers send samples back; missing where they keep them. */
  readonly sample_return_days?: number
  /** False where visits are not counted. */
  readonly counts?: boolean
  /** The home page's headline, the text below it and its picture, with the sizes 480 and 960. */
  readonly hero_headline?: string
  readonly hero_text?: string
  readonly hero_image_url?: string
  readonly hero_image_alt?: string
  /** The day of the terms' last change, as in ISO 8601; without it there is no page /terms. */
  readonly terms_changed_on?: string
  readonly claimed_products?: string
  readonly claimed_members?: string
  readonly claimed_answer?: string
  readonly claimed_compliance?: string
  /** How many products the catalogue shows, at most 10,001; missing while one of the demo is there. */
  readonly own_products?: number
  /** True where one of them is for the pharmaceutical industry. */
  readonly sells_pharma?: boolean
}

/** Whether the home page speaks of gifts for pharmaceutical companies: with the demo, and where the owner has some. */
export function speaksOfPharma({ own_products: count, sells_pharma: sells }: SiteDetails): boolean {
  return count === undefined || sells === true
}

/** Whether the site has the product's own name. */
export function isOfProduct({ name }: Pick<SiteDetails, 'name'>): boolean {
  return name === undefined || name === brand.name
}

/**
 * The picture of the site in previews of its links: the home page's, else the product's for a site of its name, else the logo; null
 * where there is none.
 */
export function pictureOf(site: Pick<SiteDetails, 'name' | 'hero_image_url' | 'logo_url'>): string | null {
  return site.hero_image_url ?? (isOfProduct(site) ? sharePicture : (site.logo_url ?? null))
}

/** Where the built documents have the name of the site. */
export const namePlace = /(?<=<span data-site(?:="")?>)[^<]*/

/** A built document with the site's colour scheme in an attribute, which its first script reads before the first paint. */
export function inScheme(
  document: string,
  { colour_scheme: scheme }: Pick<SiteDetails, 'colour_scheme'>,
): string {
  if (scheme === undefined) return document
  return document
    .replace('<html ', `<html data-scheme="${scheme}" `)
    .replace(/<meta name="theme-color" media="\(prefers-color-scheme: dark\)"[^>]*>/, '')
}

/** The product's picture, 1200 by 630 pixels. */
export const sharePicture = '/share.jpg'

/** The website's claims: "3000+" products, "10,000+" members, an answer within "24 hours", "Compliance-ready" gifts. */
export interface Claims {
  readonly products?: string | undefined
  readonly members?: string | undefined
  readonly answer?: string | undefined
  readonly compliance?: string | undefined
}

/** The claims of product.md, sections 2, 4 and 9. */
export const specifiedClaims = {
  products: '3000+',
  members: '10,000+',
  answer: '24 hours',
  compliance: 'Compliance-ready',
} as const

type Claiming = { readonly [Field in keyof SiteDetails]?: SiteDetails[Field] | null | undefined }

/**
 * The claims of a site: the owner's. While the demo is there the specified ones fill in; without it products are counted, and
 * other claims are left out.
 */
export function claimsOf(site: Claiming): Claims {
  const { own_products: count } = site
  const others: Claims = typeof count === 'number' ? { products: shownCount(count) } : specifiedClaims
  return {
    products: site.claimed_products ?? others.products,
    members: site.claimed_members ?? others.members,
    answer: site.claimed_answer ?? others.answer,
    compliance: site.claimed_compliance ?? others.compliance,
  }
}

/** A number of products as a claim; none for too few to be counted in a sentence. */
function shownCount(count: number): string | undefined {
  if (count > 10_000) return '10,000+'
  return count > 1 ? String(count) : undefined
}

/** " within 24 hours", or nothing where no time is claimed. */
export function withinClaim({ answer }: Claims): string {
  return answer === undefined ? '' : ` within ${answer}`
}

/** The theme's colours, which a site has where its owner has chosen none. */
export const themeColours = { primary: '#4a2545', accent: '#e39a1b' }

/** The product's own name, texts and logo, where the owner has set none. */
export const brand = {
  name: 'Giftwell',
  tagline: 'Experience the Art of Corporate Gifting',
  /** The paths of the logo in the text colour and in the accent colour. Also in `favicon.svg`. */
  mark: {
    viewBox: '0 0 32 32',
    ink: [
      'M7 12h18a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V15a3 3 0 0 1 3-3z',
      'M4.7 9h22.6a2.2 2.2 0 0 1 2.2 2.2v2.1a2.2 2.2 0 0 1-2.2 2.2H4.7a2.2 2.2 0 0 1-2.2-2.2v-2.1A2.2 2.2 0 0 1 4.7 9z',
    ],
    accent: [
      'M14 9h4v19h-4z',
      'M16 9.2C13.4 9.6 8 9.3 7.6 6 7.2 3 11.4 2 13.6 4.4 15 6 15.6 7.6 16 9.2c.4-1.6 1-3.2 2.4-4.8C20.6 2 24.8 3 24.4 6c-.4 3.3-5.8 3.6-8.4 3.2z',
    ],
  },
} as const

/** The text below the home page's headline, where the owner has set none. */
export function promiseOf(claims: Claims): string {
  const gifts = claims.products === undefined ? 'considered gifts' : `${claims.products} considered gifts`
  return `From ${gifts} to one quote${quotedWithin(claims)}, for every team, client and conference.`
}

/** The site in a sentence, for search engines and previews of links. */
export function descriptionOf(claims: Claims): string {
  return `Corporate gifts for every industry, chosen in minutes and quoted${quotedWithin(claims)}.`
}

/** The specified time of an answer is a day. */
function quotedWithin(claims: Claims): string {
  return claims.answer === specifiedClaims.answer ? ' within a day' : withinClaim(claims)
}
