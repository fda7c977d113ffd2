import type { PaletteName } from '../drawing/palette.ts'
import type { DrawingName } from '../pictures/stagings.ts'
import { fingerprint } from './fingerprint.ts'
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
  ['stethoscope', 'teal'],
  ['stole', 'aubergine'],
  ['trophy', 'copper'],
  ['teapot', 'charcoal'],
  ['tooth', 'teal'],
  ['organiser', 'sage'],
  ['joiningKit', 'brick'],
  ['heart', 'copper'],
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
      const urgency = (queue.products.length / queue.size) * 40
      const atLeast = memory.drawingCost(next) - urgency
      if (atLeast >= bestCost) continue
      const cost = atLeast + memory.otherCost(next)
      if (cost < bestCost) [best, bestCost] = [queue, cost]
    }
    const next = best?.products.pop()
    if (!next) break
    place(next)
  }
  return settled(order)
}

/** The last product has no choice of neighbour: if it comes beside its like, it moves up to where it stands well. */
function settled(order: readonly DemoProduct[]): DemoProduct[] {
  const [last, before] = [order.at(-1), order.at(-2)]
  if (!last || !before || (last.drawing !== before.drawing && last.palette !== before.palette))
    return [...order]
  const rest = order.slice(0, -1)
  const at = rest.findLastIndex(
    (_, index) =>
      [rest[index - 1], rest[index]].every((neighbour) => neighbour?.palette !== last.palette) &&
      rest.slice(Math.max(0, index - 48), index + 48).every(({ drawing }) => drawing !== last.drawing),
  )
  return at === -1 ? [...order] : rest.toSpliced(at, 0, last)
}

interface Queue {
  readonly size: number
  readonly products: DemoProduct[]
}

/** One queue for each drawing and palette. */
function queuesOf(products: readonly DemoProduct[]): Queue[] {
  const groups = [...Map.groupBy(products, ({ drawing, palette }) => `${drawing} ${palette}`)]
  // Shuffled, the same way every time, so that equals do not come in the order in which the lines were written.
  return groups
    .toSorted(([a], [b]) => fingerprint(a) - fingerprint(b))
    .map(([, group]) => ({ size: group.length, products: group.toReversed() }))
}

/** What it costs to put two of a kind side by side: more than anything else. */
const twins = 100_000

/** What came last, in the whole and in each industry. */
class Memory {
  #position = 0
  readonly #lastDrawing = new Map<string, number>()
  readonly #lastCategory = new Map<string, number>()
  readonly #lastPalette = new Map<string, number>()
  readonly #lastInIndustry = new Map<string, DemoProduct>()

  note(product: DemoProduct): void {
    // Nobody sees it, so that it stands between no two.
    if (!product.isSample) return
    this.#position += 1
    this.#lastDrawing.set(product.drawing, this.#position)
    this.#lastCategory.set(product.category, this.#position)
    this.#lastPalette.set(product.palette, this.#position)
    for (const industry of product.industries) this.#lastInIndustry.set(industry, product)
  }

  drawingCost({ drawing }: DemoProduct): number {
    const since = this.#since(this.#lastDrawing, drawing)
    return since < 60 ? 300 - since * 4 + (since === 0 ? twins : 0) : 0
  }

  otherCost({ palette, category, drawing, industries }: DemoProduct): number {
    let cost = 0
    const sincePalette = this.#since(this.#lastPalette, palette)
    if (sincePalette < 4) cost += 240 - sincePalette * 50 + (sincePalette === 0 ? twins : 0)
    const sinceCategory = this.#since(this.#lastCategory, category)
    if (sinceCategory < 6) cost += 90 - sinceCategory * 15
    for (const industry of industries) {
      const last = this.#lastInIndustry.get(industry)
      if (last?.drawing === drawing) cost += 1000
      if (last?.palette === palette) cost += 220
    }
    return cost
  }

  #since(positions: ReadonlyMap<string, number>, key: string): number {
    return this.#position - (positions.get(key) ?? -1000)
  }
}
