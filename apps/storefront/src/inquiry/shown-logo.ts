import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { useSyncExternalStore } from 'react'

import { onChangeForTabs, ownLogoKey, readForTabs, writeForTabs } from '../page/browser-storage.ts'

/** Where a logo lies on a product's picture: its centre and width, as parts of the picture's width and height. */
export interface LogoPlace {
  readonly x: number
  readonly y: number
  readonly width: number
}

/** In the middle of most gifts. */
const usualPlace: LogoPlace = { x: 0.5, y: 0.55, width: 0.25 }
/** The most products whose place is stored. */
const mostPlaces = 100

interface ShownLogo {
  /** Whether products are shown with it. */
  readonly isShown: boolean
  readonly places: Readonly<Record<string, LogoPlace>>
  /** When the logo was last changed, in milliseconds since 1970. */
  readonly changedAt: number
}

let parsed: { readonly text: string | null; readonly shown: ShownLogo } = {
  text: null,
  shown: { isShown: false, places: {}, changedAt: 0 },
}

function shownLogo(): ShownLogo {
  const text = readForTabs(ownLogoKey)
  if (text !== parsed.text) {
    const { isShown, places, changedAt } = recordOf(parseJson(text))
    // This version wrote them; `placeOn` reads each anew.
    parsed = {
      text,
      shown: {
        isShown: isShown === true,
        places: recordOf(places) as ShownLogo['places'],
        changedAt: typeof changedAt === 'number' ? changedAt : 0,
      },
    }
  }
  return parsed.shown
}

/** When the logo was last changed, by any tab. */
export function markedLogo(): number {
  return typeof window === 'undefined' ? 0 : shownLogo().changedAt
}

/** Tells other tabs that the logo is another one. */
export function markLogo(changedAt: number): void {
  writeForTabs(ownLogoKey, JSON.stringify({ ...shownLogo(), changedAt }))
}

const subscribeShown = onChangeForTabs(ownLogoKey)

/** Whether products are shown with the logo, and where it lies on each. */
export function useShownLogo(): ShownLogo {
  return useSyncExternalStore(subscribeShown, shownLogo, () => parsed.shown)
}

/** A product with the place that its owner gave a logo, in per cent of its picture. */
export interface LogoProduct {
  readonly id: string
  readonly logo_x?: number
  readonly logo_y?: number
  readonly logo_width?: number
}

/** The place on a product: the last one, or the product's, or the usual one. */
export function placeOn({ places }: ShownLogo, product: LogoProduct): LogoPlace {
  const part = (percent: number | undefined, usual: number) => (percent === undefined ? usual : percent / 100)
  const { x, y, width } = recordOf(places[product.id])
  const isPlace = [x, y, width].every((part) => typeof part === 'number' && part >= 0 && part <= 1)
  const last = isPlace ? places[product.id] : undefined
  return (
    last ?? {
      x: part(product.logo_x, usualPlace.x),
      y: part(product.logo_y, usualPlace.y),
      width: part(product.logo_width, usualPlace.width),
    }
  )
}

/** Shows products with the logo, or no longer. */
export function showLogo(isShown: boolean): void {
  writeForTabs(ownLogoKey, JSON.stringify({ ...shownLogo(), isShown }))
}

/** Stores the place of the logo on a product. */
export function moveLogo(product: string, { x, y, width }: LogoPlace): void {
  const within = (part: number, least = 0) => Math.min(Math.max(part, least), 1)
  const { [product]: _before, ...others } = shownLogo().places
  const places = Object.entries(others).slice(1 - mostPlaces)
  const place = { x: within(x), y: within(y), width: within(width, 0.05) }
  writeForTabs(
    ownLogoKey,
    JSON.stringify({ ...shownLogo(), places: { ...Object.fromEntries(places), [product]: place } }),
  )
}
