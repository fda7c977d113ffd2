/** The route of a product's page, for React Router. */
export const productRoute = '/product/:product'

/** Hexadecimal digits of a product's id in its address. Two of a million products share them once in 500 catalogues. */
const shortIdLength = 12
const maxNameLength = 80

/** The path of a product's page: its name, for people, and the first digits of its id. */
export function productPath({ id, name }: { readonly id: string; readonly name: string }): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxNameLength)
    .replace(/^-|-$/g, '')
  return `/product/${words || 'gift'}-${shortIdOf(id)}`
}

/** The first digits of a product's id, as its address has them. */
export function shortIdOf(id: string): string {
  return id.replaceAll('-', '').slice(0, shortIdLength)
}

/** The short id at the end of a path; null when it is no product's. */
export function shortIdIn(pathname: string): string | null {
  return /^\/product\/(?:[^/]*-)?([\da-f]{12,32})\/?$/i.exec(pathname)?.[1]?.toLowerCase() ?? null
}
