import { gapBetweenCards, narrowestCard } from './use-columns.ts'

/** Cards in columns of one width, as many as fit, in what a page leaves of the window. */
interface CardGrid {
  /** Pixels of the narrowest card. */
  readonly narrowest: number
  /** Pixels of the window that are not the grid's: the page's gutters, and what stands beside it. */
  beside(windowWidth: number): number
}

/** Pixels from which a page grows no further; the style sheets say the same, as they do the numbers below. */
const widestPage = 1440
/** Pixels of both sides of a card's line, within which its picture lies. */
const lines = 2
const gutters = (windowWidth: number) => (windowWidth < 768 ? 32 : 64)

/** The catalogue's grid, beside the filters where there is room for both. */
export const catalogueGrid: CardGrid = {
  narrowest: narrowestCard,
  beside: (windowWidth) => gutters(windowWidth) + (windowWidth < 992 ? 0 : 320),
}

/** The home page's featured products. */
export const featuredGrid: CardGrid = { narrowest: 300, beside: gutters }

/** How many cards stand side by side in a window of this width in pixels. */
export function columnsAt(grid: CardGrid, windowWidth: number): number {
  const page = Math.min(windowWidth, widestPage)
  const room = page - grid.beside(page)
  return Math.max(1, Math.floor((room + gapBetweenCards) / (grid.narrowest + gapBetweenCards)))
}

/**
 * How wide a card's picture is in every window, as the attribute `sizes`: exactly, since a browser that is told too
 * much loads a size more than it shows.
 */
export function sizesIn(grid: CardGrid): string {
  const sizes: string[] = []
  for (let width = 1; width <= widestPage; width += 1) {
    const size = sizeAt(grid, width)
    if (width === widestPage || size !== sizeAt(grid, width + 1))
      sizes.push(`(max-width: ${width}.98px) ${size}`)
  }
  return [...sizes, sizeAt(grid, Infinity)].join(', ')
}

/**
 * The same in a window of this width in pixels, and in those around it in which cards stand alike. Where many cards
 * come and go it saves the browser reading all of the above for each.
 */
export function sizeAt(grid: CardGrid, windowWidth: number): string {
  const { share, less } = widthIn(grid, windowWidth)
  if (windowWidth > widestPage) return `${rounded((share / 100) * widestPage - less)}px`
  return `calc(${rounded(share)}vw - ${rounded(less)}px)`
}

/** The width of a picture as a share of the window in percent, less pixels. */
function widthIn(grid: CardGrid, windowWidth: number) {
  const columns = columnsAt(grid, windowWidth)
  const gaps = gapBetweenCards * (columns - 1)
  return {
    share: 100 / columns,
    less: (grid.beside(Math.min(windowWidth, widestPage)) + gaps) / columns + lines,
  }
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100
}

/** How wide the picture of a card in the catalogue's grid is, in every window. */
export const cardSizes = sizesIn(catalogueGrid)
