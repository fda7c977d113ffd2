import type { DrawingName } from '../pictures/stagings.ts'
import type { PaletteName } from '../drawing/palette.ts'
import type { DemoProduct } from './products.ts'

/** The front page: what a visitor sees before anything else. */
const opening: readonly (readonly [DrawingName, PaletteName])[] = [
  ['hamper', 'marigold'],
  ['loopBottle', 'teal'],
  ['diarySet', 'aubergine'],
  ['copperTumblers', 'leaf'],
  ['backpack', 'blush'],
  ['dryFruitBox', 'navy'],
  ['headphones', 'sand'],
  ['candle', 'brick'],
  ['organiser', 'sage'],
  ['stole', 'aubergine'],
  ['trophy', 'copper'],
  ['teapot', 'charcoal'],
]

/**
 * The order of the catalogue, newest first. Neighbours differ in drawing and palette, in the whole and within each
 * industry, and a drawing comes back as late as it can.
 */
export function arrange(products: readonly DemoProduct[]): DemoProduct[] {
  const rest = new Set(products)
  const order: DemoProduct[] = []
  const memory = new Memory()
  const place = (product: DemoProduct): void => {
    rest.delete(product)
    order.push(product)
    memory.note(product)
  }
  for (const [drawing, palette] of opening) {
    const first = products.find(
      (each) => each.drawing === drawing && each.palette === palette && each.isSample,
    )
    if (first) place(first)
  }
  const queues = queuesOf([...rest])
  while (rest.size > 0) {
    let [best, bestCost] = [undefined as Queue | undefined, Number.POSITIVE_INFINITY]
    for (const queue of queues) {
      const next = queue.products.at(-1)
      if (!next) continue
      // The fullest queue goes first among equals, so that no line is left over at the end.
      const cost = memory.cost(next) - (queue.products.length / queue.size) * 40
      if (cost < bestCost) [best, bestCost] = [queue, cost]
    }
    const next = best?.products.pop()
    if (!next) break
    place(next)
  }
  return order
}

interface Queue {
  readonly size: number
  readonly products: DemoProduct[]
}

/** One queue for each drawing and palette. */
function queuesOf(products: readonly DemoProduct[]): Queue[] {
  const groups = Map.groupBy(products, ({ drawing, palette }) => `${drawing} ${palette}`)
  return [...groups.values()].map((group) => ({ size: group.length, products: group.toReversed() }))
}

/** What came last, in the whole and in each industry. */
class Memory {
  #position = 0
  readonly #lastDrawing = new Map<string, number>()
  readonly #lastCategory = new Map<string, number>()
  readonly #lastPalette = new Map<string, number>()
  readonly #lastInIndustry = new Map<string, DemoProduct>()

  note(product: DemoProduct): void {
    this.#position += 1
    this.#lastDrawing.set(product.drawing, this.#position)
    this.#lastCategory.set(product.category, this.#position)
    this.#lastPalette.set(product.palette, this.#position)
    for (const industry of product.industries) this.#lastInIndustry.set(industry, product)
  }

  cost(product: DemoProduct): number {
    const since = (map: Map<string, number>, key: string): number => this.#position - (map.get(key) ?? -1000)
    let cost = 0
    const drawing = since(this.#lastDrawing, product.drawing)
    if (drawing < 60) cost += 300 - drawing * 4
    const palette = since(this.#lastPalette, product.palette)
    if (palette < 4) cost += 240 - palette * 50
    const category = since(this.#lastCategory, product.category)
    if (category < 6) cost += 90 - category * 15
    for (const industry of product.industries) {
      const last = this.#lastInIndustry.get(industry)
      if (last?.drawing === product.drawing) cost += 400
      if (last?.palette === product.palette) cost += 120
    }
    return cost
  }
}
