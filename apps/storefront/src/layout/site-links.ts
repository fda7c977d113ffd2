/** The links of the header and of the footer's quick links (product.md, section 2, Home page). */
export const siteLinks = [
  { to: '/', text: 'Home' },
  { to: '/catalogue', text: 'Catalogue' },
  { to: '/#industries', text: 'Industries' },
  { to: '/#contact', text: 'Contact' },
] as const
