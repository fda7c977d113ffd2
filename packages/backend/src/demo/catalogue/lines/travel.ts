import { linesOf } from '../line.ts'

const hides = [
  '',
  ', Debossed',
  ' with Gift Box',
  ', Monogrammed',
  ', Vegan Leather',
  ' with Contrast Stitch',
  ', RFID Safe',
] as const

/** Leather and travel. */
export const travel = linesOf(
  {
    category: 'Leather & Travel',
    themes: ['Premium', 'Employee Recognition', 'Conference'],
    industries: ['Logistics'],
  },
  {
    wallet: {
      at: 'Wallets & Keychains',
      in: 'copper leaf charcoal navy',
      bands: [3, 4],
      nouns: [
        '{c} Leather Wallet and Key Ring',
        'Bifold Wallet in {c}',
        '{c} Card Wallet Set',
        'Slim Wallet with Key Ring, {c}',
      ],
      extras: hides,
    },
    keychain: {
      at: 'Wallets & Keychains',
      in: 'marigold teal aubergine brick leaf',
      bands: [1, 2],
      nouns: [
        '{c} Leather Key Fob',
        'Lotus Keychain in {c}',
        '{c} Stitched Key Ring',
        'Key Fob with {m} Ring, {c}',
      ],
      extras: [
        '',
        ', Debossed',
        ', Pack of 5',
        ', Monogrammed',
        ' in a Paper Pouch',
        ', Custom Foil',
        ', Vegan Leather',
      ],
    },
    passportSet: {
      at: 'Passport & Luggage',
      in: 'blush aubergine teal',
      bands: [3, 4],
      nouns: [
        '{c} Passport Cover and Luggage Tag',
        'Travel Set in {c} Leather',
        '{c} Passport Wallet with Tag',
        'Frequent Flyer Set, {c}',
      ],
      extras: hides,
    },
    valetTray: {
      at: 'Desk Leather',
      in: 'marigold leaf navy',
      bands: [4, 5],
      nouns: [
        '{c} Leather Valet Tray',
        'Catch-All Tray in {c}',
        '{c} Entryway Tray',
        'Stitched Desk Tray, {c}',
      ],
      extras: [
        '',
        ', Debossed',
        ', Gift Boxed',
        ' with Card Case',
        ', Large',
        ', Felt Lined',
        ', Monogrammed',
      ],
    },
    trolley: {
      at: 'Trolleys',
      in: 'charcoal teal blush marigold',
      bands: [5],
      nouns: [
        '{c} Cabin Trolley',
        'Hard-Shell Trolley in {c}',
        '{c} Four-Wheel Cabin Case',
        'Ribbed Cabin Bag, {c}',
      ],
      extras: [
        '',
        ', 55 cm',
        ' with Number Lock',
        ', Monogrammed',
        ' with Luggage Tag',
        ', Lightweight Shell',
        ', Long-Service Edition',
      ],
    },
    umbrella: {
      at: 'Umbrellas',
      in: 'teal aubergine leaf',
      bands: [3],
      themes: ['Made in India'],
      nouns: [
        '{c} and {a} Golf Umbrella',
        'Panelled Umbrella in {c} and {a}',
        '{c} Monsoon Umbrella',
        'Crook-Handle Umbrella, {c}',
      ],
      extras: [
        '',
        ', Windproof',
        ', Custom Printed',
        ', Auto Open',
        ' with Sleeve',
        ', 60 cm Ribs',
        ', Valet Edition',
      ],
    },
    packingCubes: {
      at: 'Travel Comfort',
      in: 'brick teal navy',
      bands: [3],
      nouns: [
        'Packing Cubes in {c}, {a} and Cream',
        'Three Mesh Packing Cubes, {c}',
        '{c} Suitcase Organiser Set',
        'Travel Organisers, {c} and {a}',
      ],
      extras: [
        '',
        ', Set of 3',
        ', Water Resistant',
        ', Recycled Fabric',
        ', Custom Embroidered',
        ' in a Pouch',
        ', Ultra Light',
      ],
    },
  },
)
