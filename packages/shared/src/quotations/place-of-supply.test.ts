import { describe, expect, test } from 'vitest'

import { placeSuggestions } from './place-suggestions.ts'
import { type BuyerPlace, placeByRule } from './place-of-supply.ts'

const buyer: BuyerPlace = {
  gstin: null,
  billing_state: null,
  billing_address: null,
  delivery_state: null,
  delivery_address: null,
  delivery_city: null,
  is_sez: false,
  place: null,
  place_reason: null,
}
const stateOf = (part: Partial<BuyerPlace>) => placeByRule({ ...buyer, ...part })?.state ?? null

describe('a delivery address', () => {
  test.each([
    ['12 MG Road, Bengaluru 560 001', '29'],
    ['12 Hosur Road, Bengaluru 560068', '29'],
    ['Old Madras Road, 560038', '29'],
    ['560001', '29'],
    ['60 to 2 Market Street, 560001\n40 to 3 Lake Road, 560002', '29'],
    ['12 to 14 MG Road\nBengaluru 560001', '29'],
    ['DLF Phase 3, Gurgaon, Delhi NCR 122001', '06'],
    ['Sector 62, Noida, Delhi-NCR 201301', '09'],
    ['Anand Vihar, Delhi 110092', '07'],
    ['Mr Anand Rao, 12 MG Road, Bengaluru 560055', '29'],
    ['Bilaspur, Himachal Pradesh 174001', '02'],
    ['Punjab National Bank, Dwarka, New Delhi 110075', '07'],
    ['Karnataka Bank, Andheri, Mumbai 400053', '27'],
    ['Punjab & Sind Bank, Sector 17 160017', '04'],
    ['Bank of Baroda, Camp, Pune 411001', '27'],
    ['Rahul Puri, 12 MG Road, Bengaluru 560001', '29'],
    ['Kota House, Fort, Mumbai 400001', '27'],
    ['Kalyan Stores, Thrissur, Kerala 680001', '32'],
    ['Rahul Puri, 560001', '29'],
  ])('of one state has it: %s', (address, state) => {
    expect(stateOf({ delivery_address: address })).toBe(state)
  })

  test.each([
    '21 Orchard Road, Singapore 238823',
    'Shenzhen 518000',
    'Bengaluru 560001, Chennai',
    'Delhi 122001',
    'West Bengal 560001',
    'Gurgaon, Delhi 122001',
    'Mumbai & Bengaluru 560001',
    'Delhi - Bengaluru 560001',
    '50 Mumbai, 50 Bengaluru 560001',
    'Half Chennai, rest Bengaluru 560001',
    'Bengaluru 560001; London UK',
    'Dubai UAE / Bengaluru 560001',
    'Bengaluru, Kerala, 560001',
    'Half to Chennai, half to Bengaluru 560001',
    '60 to 2 Market Street, 560001\n20 to 5 Baker Street, London',
    '60 to 2 Market Street, 560001\n20 to 5 Baker Street',
    '1,060 to 2 Market Street\n20 to 5 Lake Road, 560001',
    '560001; 600001',
  ])('that leaves a choice has none: %s', (address) => {
    expect(stateOf({ delivery_address: address })).toBeNull()
    expect(stateOf({ billing_address: address }), 'also as the billing address').toBeNull()
  })

  test('counts in place of the city that the inquiry named', () => {
    const city = { delivery_city: 'Chennai 600001' }
    expect(stateOf(city)).toBe('33')
    expect(stateOf({ ...city, delivery_address: '2 MG Road, Bengaluru' })).toBeNull()
    expect(stateOf({ ...city, delivery_address: '2 MG Road, Bengaluru 560001' })).toBe('29')
  })

  test.each([
    ['21 Orchard Road 238823', null],
    ['21 Orchard Road, Singapore 238823', null],
    ['12 MG Road, Bengaluru 560001', '29'],
    ['Mumbai 400001', '27'],
  ])('of a buyer abroad is in India where it names a place there: %s', (address, state) => {
    expect(stateOf({ billing_state: '96', delivery_address: address })).toBe(state)
  })
})

test('places in a text suggest their states, the first one first', () => {
  const suggested = (text: string) => placeSuggestions(text).map(({ place, code }) => `${place} ${code}`)
  expect(suggested('Navi Mumbai, then Pune and New Delhi')).toEqual(['Navi Mumbai 27', 'New Delhi 07'])
  expect(suggested('5 Baker Street, London')).toEqual(['London 96'])
  expect(suggested('2 Delhi Road, Suratgarh')).toEqual([])
})
