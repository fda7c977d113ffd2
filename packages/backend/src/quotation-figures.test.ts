import { join } from 'node:path'

import {
  type ChosenLine,
  type Discount,
  quotationFigures,
  type QuotationTax,
} from '@giftwell/shared/quotations/tax-figures.ts'
import { choiceText, hasChoices, smallestChoice, wholeChoice } from '@giftwell/shared/quotations/choices.ts'
import { gstStates, otherCountry } from '@giftwell/shared/quotations/gst-states.ts'
import { gstinKind, gstinProblem } from '@giftwell/shared/quotations/gstin.ts'
import {
  type BuyerPlace,
  placeOfSupply,
  type SellerPlace,
} from '@giftwell/shared/quotations/place-of-supply.ts'
import { placeSuggestions, statePlaces } from '@giftwell/shared/quotations/place-suggestions.ts'
import {
  chosenLines,
  type QuotationChoice,
  type QuotationLine,
} from '@giftwell/shared/quotations/quotation.ts'
import { stateOfPin } from '@giftwell/shared/quotations/state-of-pin.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Database } from './database/database.ts'
import { openPglite } from './database/open-pglite.ts'
import { copyMigratedDatabase } from './testing/prepared-database.ts'
import { rounds } from './testing/rounds.ts'
import { sharedFolder } from './testing/shared-folder.ts'

const temporary = sharedFolder()
let database: Database

beforeAll(async () => {
  const folder = join(temporary.path, 'database')
  await copyMigratedDatabase(folder)
  database = await openPglite(folder)
})
afterAll(async () => database.close())

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

const lineOf = (id: string, fields: Partial<QuotationLine>): QuotationLine => ({
  id,
  product_id: null,
  code: null,
  name: `Gift ${id}`,
  colour: null,
  note: null,
  group: null,
  option: null,
  hsn: null,
  gst_rate: 1800,
  is_charge: false,
  image_url: null,
  quantities: [],
  ...fields,
})

/** Every whole choice of a content. */
function everyChoice(lines: readonly QuotationLine[]): readonly QuotationChoice[] {
  const blocks = Map.groupBy(lines, ({ id, option }) => option ?? `line ${id}`)
  let choices: readonly QuotationChoice[] = [{ quantities: {}, options: {} }]
  for (const block of blocks.values())
    choices = choices.flatMap(({ quantities, options }) =>
      block.flatMap(({ id, option, quantities: offers }) =>
        offers.map((_, index) => ({
          quantities: { ...quantities, [id]: index },
          options: option === null ? options : { ...options, [option]: id },
        })),
      ),
    )
  return choices.map((choice) => wholeChoice({ lines }, choice))
}

test('no choice has a smaller total than the one that the database checks, of random quotations with options and quantities', async () => {
  const random = randoms(99)
  const inputs = Array.from({ length: rounds(300, 3000) }, () => {
    const options = [null, null, 'Box', 'Bag']
    const lines = ['a', 'b', 'c', 'd', 'e'].slice(random(5)).map((id) =>
      lineOf(id, {
        option: options[random(4)] ?? null,
        gst_rate: [null, 0, 500, 1800, 2800][random(5)] ?? null,
        quantities: Array.from({ length: 1 + random(3) }, (_, index) => ({
          quantity: 1 + index * 100 + random(90),
          price_paise: random(12) === 0 ? 0 : random(9000),
        })),
      }),
    )
    const tax = taxes[random(5)] ?? 'none'
    return { content: { lines, discount: random(3) === 0 ? { percent: random(9000) } : null }, tax }
  })
  const cheapest = (await answers(
    inputs,
    `private.cheapest_choice(input -> 'content', input ->> 'tax')`,
  )) as readonly QuotationChoice[] // the function promises this shape
  for (const [index, { content, tax }] of inputs.entries()) {
    const totalOf = (choice: QuotationChoice) =>
      quotationFigures(chosenLines(content, choice), content.discount, tax, false).total
    const least = Math.min(...everyChoice(content.lines).map(totalOf))
    const found = cheapest[index] ?? { quantities: {}, options: {} }
    // A discount is rounded once for the whole, and shared by the lines.
    const most = content.discount === null ? least : least + content.lines.length
    expect(totalOf(found), JSON.stringify(content)).toBeLessThanOrEqual(most)
    expect(everyChoice(content.lines), 'it is a whole choice').toContainEqual(found)
  }
  expect(
    await answers(inputs, `private.cheapest_choice(input -> 'content', 'none')`),
    'as the editor has it',
  ).toEqual(
    inputs.map(({ content }) =>
      smallestChoice(content, (_line, { quantity, price_paise: price }) => quantity * (price ?? 0)),
    ),
  )
  expect(
    await answers(
      inputs,
      `private.choice_text(input -> 'content', private.whole_choice(input -> 'content', '{}'))`,
    ),
  ).toEqual(inputs.map(({ content }) => choiceText(content, wholeChoice(content)) || null))
  expect(inputs.filter(({ content }) => hasChoices(content)).length).toBeGreaterThan(inputs.length / 2)
})

test('places of supply and states are the same in the database', { timeout: 120_000 }, async () => {
  const random = randoms(7)
  const state = () => gstStates[random(gstStates.length)]?.code ?? null
  const gstins = ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '0717UNO00157UNO', '9917SGP29001OST', 'As stated']
  const gstin = () => gstins[random(8)] ?? null
  const addresses = [
    '12 MG Road, Bengaluru 560 001',
    'Chennai-600001',
    '560001; 600001',
    'Puducherry 605001',
    'Pune',
    'Bengaluru 560001, Chennai',
    '2 Hosur Road, Bengaluru 560068',
    '21 Orchard Road, Singapore 238823',
    '21 Orchard Road 238823',
    '60 to 2 Market Street, 560001\n1,020 to 5 Baker Street',
    '60 to 2 Market Street, 560001\n20 to 3 Lake Road, 560002',
    '12 to 14 MG Road\nBengaluru 560001',
    'Gurgaon, Delhi NCR 122001',
  ]
  const address = () => addresses[random(20)] ?? null
  const lut = { number: 'AD290426', valid_until: '2027-03-31' }
  const inputs = Array.from({ length: rounds(300, 800) }, () => ({
    seller: {
      gstin: gstin(),
      state: state(),
      is_composition: random(5) === 0,
      lut: random(2) === 0 ? lut : null,
    } satisfies SellerPlace,
    buyer: {
      gstin: gstin(),
      billing_state: random(3) === 0 ? null : random(4) === 0 ? otherCountry : state(),
      billing_address: address(),
      delivery_state: random(2) === 0 ? null : state(),
      delivery_address: address(),
      delivery_city: address(),
      is_sez: random(8) === 0,
      zero_rating: [null, 'lut' as const, 'igst' as const][random(3)] ?? null,
      place: random(4) === 0 ? state() : null,
      place_reason: random(2) === 0 ? 'Said by the buyer' : null,
    } satisfies BuyerPlace,
  }))
  expect(await answers(inputs, `private.place_of_supply(input -> 'seller', input -> 'buyer')`)).toEqual(
    inputs.map(({ seller, buyer }) => placeOfSupply(seller, buyer)),
  )
  const { rows } = await database.query(
    'select code, name, levies_utgst from private.gst_states() order by code',
  )
  expect(rows).toEqual(gstStates)
})

test(
  'a GSTIN is right or wrong for both, by its state, its form and its check digit',
  { timeout: 120_000 },
  async () => {
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
    const kinds = [...inputs, '0717UNO00157UNO', '9917SGP29001OST', '0717DEU00001NR0', '29AAGCB7383J1DD', 'x']
    expect(await answers(kinds, `private.gstin_kind(input #>> '{}')`)).toEqual(kinds.map(gstinKind))
    expect(gstinProblem('27AAPFU0939F1ZV')).toBeNull()
    expect(gstinProblem('27AAPFU0939F1ZW')).toBe('The last character is not the check digit of this GSTIN')
  },
)

test(
  'every PIN code is of the same state for both, and no state has none',
  { timeout: 120_000 },
  async () => {
    const regions = Array.from({ length: 900 }, (_, index) => String(100_100 + index * 1000))
    const pins = [...regions, '160055', '362520', '396230', '533464', '609602', '673310', '682555']
    const states = pins.map((pin) => stateOfPin(pin))
    expect(await answers(pins, `private.state_of_pin(input #>> '{}')`)).toEqual(states)
    const without = gstStates.filter(({ code }) => !states.includes(code)).map(({ name }) => name)
    expect(without.toSorted()).toEqual([
      'Dadra and Nagar Haveli and Daman and Diu',
      'Other Territory',
      'Other country',
    ])
  },
)

test('every place suggests the same states for both, and no street does', { timeout: 120_000 }, async () => {
  const places = statePlaces().map(({ place }) => place)
  const texts = [
    ...places,
    ...places.map((place) => `2 ${place} Main Road`),
    'Pune, London & Navi Mumbai',
    'Noida, Delhi NCR',
    'Delhi (NCR), 110001 NCR',
    'Mr Anand Rao, Bilaspur',
    'Punjab National Bank, New Delhi',
    'Punjab & Sind Bank, Bank of Baroda, Bank of Maharashtra, Pune',
    'Kerala Bank and Banking, West Bengal',
  ]
  const { rows } = await database.query(`
    select code, name as place from private.gst_states()
    union all select code, unnest(string_to_array(places, ', ')) from private.gst_states()`)
  const sorted = (listed: readonly unknown[]) => listed.map((one) => JSON.stringify(one)).toSorted()
  expect(sorted(rows), 'the same places').toEqual(sorted(statePlaces()))
  const addresses = [
    ...places.map((place) => `Bengaluru, ${place}, Karnataka 560001`),
    'Rahul Puri, Bengaluru 560001',
    'Half to Pune and half to Bengaluru 560001',
    'Gurgaon, Delhi 122001',
    'Delhi;\nGurgaon 122001',
  ]
  expect(await answers(addresses, `private.state_of_pin(input #>> '{}')`)).toEqual(
    addresses.map((address) => stateOfPin(address)),
  )
  const named = await answers(
    texts,
    `(select coalesce(jsonb_agg(code order by code), '[]') from private.states_named(input #>> '{}') as code)`,
  )
  expect(named).toEqual(
    texts.map((text) =>
      placeSuggestions(text)
        .map(({ code }) => code)
        .toSorted(),
    ),
  )
})
