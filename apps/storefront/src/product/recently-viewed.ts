import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import type { CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import { useEffect, useState } from 'react'

import { readStored, recentlyViewedKey, writeStored } from '../page/browser-storage.ts'

/** A product that was looked at, as a small card shows it. */
export type ViewedProduct = Pick<CatalogueProduct, 'id' | 'name' | 'image_url' | 'image_widths'>

const maxProducts = 9
/** Characters of a longer text, which this code has not written. */
const maxCharacters = 2000

/** The products that this browser displayed, newest first; the stored value is untrusted. */
export function readRecentlyViewed(): readonly ViewedProduct[] {
  const stored = parseJson(readStored('localStorage', recentlyViewedKey))
  return Array.isArray(stored) ? stored.flatMap(viewedProduct).slice(0, maxProducts) : []
}

/** Records a product as viewed; returns those viewed before it. */
export function useRecentlyViewed({ id, name, image_url, image_widths }: CatalogueProduct) {
  const [viewed, setViewed] = useState<readonly ViewedProduct[]>([])
  useEffect(() => {
    const others = readRecentlyViewed().filter((other) => other.id !== id)
    setViewed(others.slice(0, maxProducts - 1))
    const now = [{ id, name, image_url, image_widths: image_widths ?? null }, ...others].slice(0, maxProducts)
    writeStored('localStorage', recentlyViewedKey, JSON.stringify(now))
    // The rest belongs to the id.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id])
  return viewed
}

function viewedProduct(stored: unknown): readonly ViewedProduct[] {
  const { id, name, image_url: image, image_widths: widths } = recordOf(stored)
  if (!isText(id) || !isText(name) || !(image === null || (isText(image) && /^(\/|https?:)/.test(image))))
    return []
  const areWidths = Array.isArray(widths) && widths.length < 10 && widths.every(Number.isInteger)
  return [{ id, name, image_url: image, image_widths: areWidths ? widths : null }]
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxCharacters
}
