/** The taxes of a quotation by its place of supply; `none` shows no tax at all, `zero` is a special economic zone. */
export type QuotationTax = 'none' | 'zero' | 'igst' | 'cgst_sgst' | 'cgst_utgst'

/** A line of the choice. */
export interface ChosenLine {
  /** Pieces, from 1 on. */
  readonly quantity: number
  readonly price_paise: number
  /** Hundredths of a per cent; null where it is not known yet, and counts as none. */
  readonly gst_rate: number | null
  /** Freight, branding or set-up, which is no gift. */
  readonly is_charge?: boolean
}

/** A reduction before tax: hundredths of a per cent, or paise. */
export type Discount = { readonly percent: number } | { readonly paise: number }

/** Paise of a line, or of all lines. `sgst` is UTGST where the place of supply levies that. */
export interface Amounts {
  readonly amount: number
  readonly discount: number
  readonly taxable: number
  readonly cgst: number
  readonly sgst: number
  readonly igst: number
  readonly total: number
  /** The all-in price of one gift, before rounding off; null without gifts. */
  readonly per_gift: number | null
}

export interface QuotationFigures extends Amounts {
  readonly lines: readonly Amounts[]
  readonly round_off: number
}

/**
 * The figures of chosen lines (product.md, section 9), as `private.quotation_figures` in the database has them, which
 * decides. Sums are exact: within them nothing is a floating-point number.
 */
export function quotationFigures(
  lines: readonly ChosenLine[],
  discount: Discount | null,
  tax: QuotationTax,
  roundsOff: boolean,
): QuotationFigures {
  const amounts = lines.map((line) => BigInt(line.quantity) * BigInt(line.price_paise))
  const reductions = spread(reduction(discount, sum(amounts)), amounts)
  const taxed = lines.map(({ quantity, gst_rate: rate }, index) => {
    const amount = amounts[index] ?? 0n
    const discounted = reductions[index] ?? 0n
    const taxable = amount - discounted
    const half = tax.startsWith('cgst') ? rounded(taxable * BigInt(rate ?? 0), 20_000n) : 0n
    const igst = tax === 'igst' ? rounded(taxable * BigInt(rate ?? 0), 10_000n) : 0n
    const total = taxable + 2n * half + igst
    return { amount, discount: discounted, taxable, half, igst, total, gifts: BigInt(quantity) }
  })
  const of = (name: keyof (typeof taxed)[number]) => sum(taxed.map((line) => line[name]))
  const exact = of('total')
  const total = roundsOff ? rounded(exact, 100n) * 100n : exact
  const gifts = sum(lines.map(({ quantity, is_charge }) => (is_charge === true ? 0n : BigInt(quantity))))
  const all = { amount: of('amount'), discount: of('discount'), taxable: of('taxable') }
  return {
    ...amountsOf({ ...all, half: of('half'), igst: of('igst'), total: exact, gifts }),
    total: Number(total),
    round_off: Number(total - exact),
    lines: taxed.map(amountsOf),
  }
}

type Exact = Readonly<Record<'amount' | 'discount' | 'taxable' | 'half' | 'igst' | 'total' | 'gifts', bigint>>

function amountsOf({ amount, discount, taxable, half, igst, total, gifts }: Exact): Amounts {
  return {
    amount: Number(amount),
    discount: Number(discount),
    taxable: Number(taxable),
    cgst: Number(half),
    sgst: Number(half),
    igst: Number(igst),
    total: Number(total),
    per_gift: gifts === 0n ? null : Number(rounded(total, gifts)),
  }
}

/** Paise of a discount, at most the whole amount. */
function reduction(discount: Discount | null, amount: bigint): bigint {
  if (discount === null) return 0n
  const paise =
    'paise' in discount ? BigInt(discount.paise) : rounded(amount * BigInt(discount.percent), 10_000n)
  return paise < amount ? paise : amount
}

/** Parts of a total in proportion to weights, by the largest remainder, among equals the first. */
function spread(whole: bigint, weights: readonly bigint[]): bigint[] {
  const all = sum(weights)
  if (all === 0n) return weights.map(() => 0n)
  const parts = weights.map((weight) => (whole * weight) / all)
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (whole * weight) % all }))
    .toSorted((a, b) =>
      a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1,
    )
  const left = Number(whole - sum(parts))
  const raised = new Set(byRemainder.slice(0, left).map(({ index }) => index))
  return parts.map((part, index) => (raised.has(index) ? part + 1n : part))
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}

/** A quotient of amounts that are not negative, a half upwards. */
function rounded(value: bigint, divisor: bigint): bigint {
  return (2n * value + divisor) / (2n * divisor)
}
