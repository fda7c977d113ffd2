/** Requests under way whose answers decide whether they count, and others that wait for that. */
export interface Settlements {
  begin(name: string): void
  end(name: string): void
  /** Waits until something changes for the name; undefined when nothing is under way that could. */
  next(name: string): Promise<void> | undefined
}

interface UnderWay {
  count: number
  readonly waiting: (() => void)[]
}

/** Of those who wait one is woken for each that ends, and all of them at the last: there is nothing more to wait for. */
export function createSettlements(): Settlements {
  const names = new Map<string, UnderWay>()
  return {
    begin(name) {
      const underWay = names.get(name) ?? { count: 0, waiting: [] }
      underWay.count += 1
      names.set(name, underWay)
    },
    end(name) {
      const underWay = names.get(name)
      if (underWay === undefined) return
      underWay.count -= 1
      const isLast = underWay.count === 0
      if (isLast) names.delete(name)
      for (const wake of underWay.waiting.splice(0, isLast ? Infinity : 1)) wake()
    },
    next(name) {
      const underWay = names.get(name)
      if (underWay === undefined) return undefined
      return new Promise((resolve) => {
        underWay.waiting.push(resolve)
      })
    },
  }
}
