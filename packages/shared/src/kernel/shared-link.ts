import { shareKey, tokenIn } from './link-token.ts'
import { productPath } from './site-routes.ts'

/** The parameter of a product's address that holds the key of a shared link. */
export const shareParameter = 'share'

/** The path of a product's page that opens it without an account, if its key is known. */
export function sharedProductPath(product: {
  readonly id: string
  readonly name: string
  readonly key?: string | undefined
}): string {
  return productPath(product) + (product.key === undefined ? '' : `?${shareParameter}=${product.key}`)
}

/** The key in the address of a shared link to a product; undefined for none. */
export function shareIn(search: URLSearchParams): string | undefined {
  const key = tokenIn(search.get(shareParameter) ?? '', shareKey)
  return shareKey.test(key) ? key : undefined
}
