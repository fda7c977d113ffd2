import { placeSuggestions } from './place-suggestions.ts'

/**
 * First and last PIN code of regions with their states; null where states share a region (India Post, All India Pincode
 * Directory, data.gov.in). As in `private.state_of_pin`.
 */
const ranges: readonly (readonly [first: number, last: number, state: string | null])[] = [
  [110000, 110999, '07'],
  [121000, 136999, '06'],
  [140000, 159999, '03'],
  [160000, 160049, '04'],
  [160050, 160099, '03'],
  [160100, 160199, '04'],
  [171000, 177999, '02'],
  [180000, 193999, '01'],
  [194000, 194999, '38'],
  [201000, 243999, '09'],
  [245000, 245999, '09'],
  [248000, 249999, '05'],
  [250000, 261999, '09'],
  [263000, 263999, '05'],
  [271000, 285999, '09'],
  [301000, 345999, '08'],
  [360000, 396999, '24'],
  [362500, 362599, null],
  [396200, 396299, null],
  [400000, 445999, '27'],
  [403000, 403999, '30'],
  [450000, 488999, '23'],
  [490000, 497999, '22'],
  [500000, 509999, '36'],
  [515000, 535999, '37'],
  [533464, 533464, '34'],
  [560000, 591999, '29'],
  [600000, 643999, '33'],
  [605000, 605999, null],
  [609600, 609699, null],
  [670000, 695999, '32'],
  [673310, 673310, '34'],
  [682550, 682559, '31'],
  [700000, 743999, '19'],
  [737000, 737999, '11'],
  [744000, 744999, '35'],
  [751000, 770999, '21'],
  [781000, 788999, '18'],
  [790000, 792999, '12'],
  [793000, 794999, '17'],
  [795000, 795999, '14'],
  [796000, 796999, '15'],
  [797000, 798999, '13'],
  [799000, 799999, '16'],
  [800000, 812999, '10'],
  [814000, 816999, '20'],
  [821000, 821999, '10'],
  [822000, 822999, '20'],
  [823000, 824999, '10'],
  [825000, 835999, '20'],
  [841000, 855999, '10'],
]

const pinCode = /(?<!\d)[1-9]\d{2} ?\d{3}(?!\d)/g

/**
 * The state of the PIN codes in a text. Null without a code, with codes of different states, with a code shared by
 * states, if one of several parts ("60 to 2 Market Street") has no code, or if the text names a place in another
 * state or country. A single line of that form is a range of house numbers ("12 to 14 MG Road"). Six-digit codes
 * also exist abroad: for a foreign buyer a code counts only if the text also names a place in its state. Mirrors
 * `private.state_of_pin`.
 */
export function stateOfPin(address: string, isAbroad = false): string | null {
  const states = new Set((address.match(pinCode) ?? []).map((pin) => stateOf(Number(pin.replace(' ', '')))))
  const parts = address.match(/^[\d,]+ to .*$/gm) ?? []
  const [state = null] = states
  const isPartLost = parts.length > 1 && parts.some((part) => part.search(pinCode) < 0)
  if (states.size !== 1 || state === null || isPartLost) return null
  const named = placeSuggestions(address)
  return named.every(({ code }) => code === state) && (named.length > 0 || !isAbroad) ? state : null
}

/** The narrowest range decides. */
function stateOf(pin: number): string | null {
  const regions = ranges.filter(([first, last]) => first <= pin && pin <= last)
  return regions.toSorted((one, other) => one[1] - one[0] - (other[1] - other[0]))[0]?.[2] ?? null
}
