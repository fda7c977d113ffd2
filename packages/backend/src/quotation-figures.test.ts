import { join } from 'node:path'

import {
  type ChosenLine,
  type Discount,
  quotationFigures,
  type QuotationTax,
} from '@giftwell/shared/quotations/tax-figures.ts'
import {
  type BuyerPlace,
  gstinProblem,
  gstStates,
  placeOfSupply,
  type SellerPlace,
} from '@giftwell/shared/quotations/place-of-supply.ts'
import { chosenLines } from '@giftwell/shared/quotations/quotation.ts'
import { beforeAll, expect, test } from 'vitest'

import type { Database } from './database/database.ts'
import { openPglite } from './database/open-pglite.ts'
import { copyMigratedDatabase } from './testing/prepared-database.ts'
import { rounds } from './testing/rounds.ts'
import { temporaryFolder } from './testing/test-server.ts'

let database: Database

beforeAll(async () => {
  const { path, remove } = await temporaryFolder()
  const folder = join(path, 'database')
  await copyMigratedDatabase(folder)
  database = await openPglite(folder)
  return async () => {
    await database.close()
    await remove()
  }
})

/** The answers of a statement to each of many inputs, which it names `input`. */
async function answers(inputs: readonly unknown[], expression: string): Promise<unknown> {
  const { rows } = await database.query(
    `select jsonb_agg(${expression} order by position) as answers
    from jsonb_array_elements($1::jsonb) with ordinality as listed (input, position)`,
    [JSON.stringify(inputs)],
  )
  const [answer] = rows
  return answer?.['answers']
}

/** Repeatable random whole numbers from 0 to below a limit. */
function randoms(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const taxes: readonly QuotationTax[] = ['none', 'zero', 'igst', 'cgst_sgst', 'cgst_utgst']

test(
  'random quotations have the same figures in the database, to the paisa',
  { timeout: 180_000 },
  async () => {
    const random = randoms(2026)
    const inputs = Array.from({ length: rounds(1000, 10_000) }, () => {
      const line = (): ChosenLine => ({
        quantity: 1 + random(random(4) === 0 ? 1_000_000 : 600),
        price_paise: random(10) === 0 ? 0 : random(random(20) === 0 ? 10_000_000 : 300_000),
        gst_rate: [null, 0, 25, 300, 500, 1200, 1800, 2800, 4000][random(9)] ?? null,
        ...(random(6) === 0 && { is_charge: true }),
      })
      const discounts: readonly (Discount | null)[] = [
        null,
        { percent: random(10_001) },
        { paise: random(50_000_000) },
        { percent: 10_000 },
      ]
      const lines = Array.from({ length: random(9) }, line)
      return {
        // Equal lines have equal remainders of a discount.
        lines: random(4) === 0 ? lines.flatMap((one) => [one, one]) : lines,
        discount: discounts[random(4)] ?? null,
        tax: taxes[random(5)] ?? 'none',
        roundsOff: random(2) === 0,
      }
    })
    const figures = await answers(
      inputs,
      `private.quotation_figures(input -> 'lines', nullif(input -> 'discount', 'null'), input ->> 'tax', (input ->> 'roundsOff')::boolean)`,
    )
    expect(figures).toEqual(
      inputs.map(({ lines, discount, tax, roundsOff }) => quotationFigures(lines, discount, tax, roundsOff)),
    )
  },
)

test('a choice makes the same lines count in the database', async () => {
  const random = randoms(11)
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  const options = [null, 'Box', 'Bag']
  const inputs = Array.from({ length: 2000 }, () => ({
    content: {
      lines: ids.slice(0, random(7)).map((id) => ({
        id,
        product_id: null,
        code: null,
        name: id,
        colour: null,
        note: null,
        group: null,
        option: options[random(3)] ?? null,
        hsn: null,
        gst_rate: 1800,
        is_charge: false,
        image_url: null,
        quantities: Array.from({ length: 1 + random(4) }, () => ({
          quantity: 1 + random(500),
          price_paise: random(5) === 0 ? null : random(90_000),
        })),
      })),
    },
    choice: {
      quantities: Object.fromEntries(ids.slice(random(7)).map((id) => [id, random(5)])),
      options: Object.fromEntries(
        ['Box', 'Bag'].slice(random(3)).map((word) => [word, ids[random(6)] ?? '']),
      ),
    },
  }))
  expect(await answers(inputs, `private.chosen_lines(input -> 'content', input -> 'choice')`)).toEqual(
    inputs.map(({ content, choice }) => chosenLines(content, choice)),
  )
})

test('places of supply and states are the same in the database', async () => {
  const random = randoms(7)
  const state = () => gstStates[random(gstStates.length)]?.code ?? null
  const gstin = () => (random(2) === 0 ? null : `${state()}AAPFU0939F1Z0`)
  const inputs = Array.from({ length: 2000 }, () => ({
    seller: { gstin: gstin(), state: state(), is_composition: random(5) === 0 } satisfies SellerPlace,
    buyer: {
      gstin: gstin(),
      billing_state: random(3) === 0 ? null : state(),
      delivery_state: random(3) === 0 ? null : state(),
      is_sez: random(8) === 0,
      place: random(4) === 0 ? state() : null,
      place_reason: random(2) === 0 ? 'Said by the buyer' : null,
    } satisfies BuyerPlace,
  }))
  expect(await answers(inputs, `private.place_of_supply(input -> 'seller', input -> 'buyer')`)).toEqual(
    inputs.map(({ seller, buyer }) => placeOfSupply(seller, buyer)),
  )
  const { rows } = await database.query('select * from private.gst_states() order by code')
  expect(rows).toEqual(gstStates)
})

test('a GSTIN is right or wrong for both, by its state, its form and its check digit', async () => {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const inputs = [
    '27AAPFU0939F1ZV',
    '29AAGCB7383J1Z4',
    '25AAPFU0939F1ZV',
    '27aapfu0939f1zv',
    '27AAPFU0939F1Z',
    ...Array.from(digits, (digit) => `27AAPFU0939F1Z${digit}`),
    ...Array.from(digits, (digit) => `04AAPFU0939F${digit}ZV`),
  ]
  expect(await answers(inputs, `private.is_gstin(input #>> '{}')`)).toEqual(
    inputs.map((gstin) => gstinProblem(gstin) === null),
  )
  expect(gstinProblem('27AAPFU0939F1ZV')).toBeNull()
  expect(gstinProblem('27AAPFU0939F1ZW')).toBe('The last character is not the check digit of this GSTIN')
})
