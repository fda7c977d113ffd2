import { expect, type APIRequestContext } from '@playwright/test'

import type { Giftwell } from './giftwell.ts'

/** The stored images as an administrator sees them through the API. */
export interface StoredImages {
  /** The names of every object in the bucket. */
  names(): Promise<readonly string[]>
  /** The names of the new ones, in order. */
  namesBeside(before: readonly string[]): Promise<readonly string[]>
  /** The image that a product shows, by its public address, with its name in the bucket. */
  of(productName: string): Promise<StoredPicture>
}

interface StoredPicture {
  readonly address: string
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

const pageSize = 1000

/** Signs in at the API and returns the stored images. */
export async function storedImages(request: APIRequestContext, giftwell: Giftwell): Promise<StoredImages> {
  const { baseUrl, admin } = giftwell
  // The JSON of config.json.
  const config = (await (await request.get(`${baseUrl}/config.json`)).json()) as { supabaseKey: string }
  const session = await request.post(`${baseUrl}/auth/v1/token?grant_type=password`, {
    headers: { apikey: config.supabaseKey },
    data: admin,
  })
  const { access_token: token } = (await session.json()) as { access_token: string }
  const headers = { apikey: config.supabaseKey, authorization: `Bearer ${token}` }

  async function readNames(): Promise<readonly string[]> {
    const names: string[] = []
    for (let offset = 0; offset === names.length; offset += pageSize) {
      const page = await request.post(`${baseUrl}/storage/v1/object/list/product-images`, {
        headers,
        data: { prefix: '', limit: pageSize, offset, sortBy: { column: 'name', order: 'asc' } },
      })
      expect(page.status()).toBe(200)
      names.push(...((await page.json()) as { name: string }[]).map(({ name }) => name))
    }
    return names
  }

  return {
    names: readNames,
    namesBeside: async (before) => (await readNames()).filter((image) => !before.includes(image)).toSorted(),
    async of(productName) {
      const rows = await request.get(`${baseUrl}/rest/v1/products`, {
        headers,
        params: { select: 'image_url', name: `eq.${productName}` },
      })
      const [product] = (await rows.json()) as { image_url: string }[]
      const address = new URL(product?.image_url ?? 'no product', baseUrl).href
      const response = await request.get(address)
      expect(response.status()).toBe(200)
      return {
        address,
        name: product?.image_url.split('/').at(-1) ?? '',
        type: response.headers()['content-type'] ?? '',
        bytes: await response.body(),
      }
    },
  }
}
