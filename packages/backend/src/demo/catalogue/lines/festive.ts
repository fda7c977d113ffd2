import { linesOf } from '../line.ts'

const festiveExtras = [
  '',
  ', Gift Boxed',
  ', Handcrafted',
  ' with Message Card',
  ', Engraved',
  ' from Moradabad',
  ', Heirloom Edition',
] as const

/** Festive and spiritual. */
export const festive = linesOf(
  { category: 'Festive & Spiritual', themes: ['Diwali', 'Made in India', 'New Year'] },
  {
    diyaSet: {
      at: 'Diyas & Lanterns',
      in: 'teal aubergine brick blush',
      bands: [3, 4],
      nouns: [
        '{m} Diya Set on a {c} Tray',
        'Four {m} Diyas with {c} Tray',
        '{c} Enamel Tray with {m} Diyas',
        'Diwali Diya Tray, {c} and {m}',
      ],
      extras: festiveExtras,
    },
    lantern: {
      at: 'Diyas & Lanterns',
      in: 'navy marigold copper',
      bands: [4],
      nouns: [
        '{m} Jaali Lantern',
        'Pierced {m} Candle Lantern',
        '{m} Lattice Lantern with Ring',
        'Festive Lantern in {m}',
      ],
      extras: [
        '',
        ', Gift Boxed',
        ', 28 cm',
        ' with Candle',
        ', Handcrafted',
        ', Set of 2',
        ', Antique Finish',
      ],
    },
    urli: {
      at: 'Urlis & Bowls',
      in: 'sage brick teal',
      bands: [4, 5],
      themes: ['Premium'],
      nouns: [
        '{m} Urli with Floating Diya',
        '{m} Urli Bowl for Marigolds',
        'Wide {m} Urli',
        'Entrance Urli in {m}',
      ],
      extras: [
        '',
        ', 30 cm',
        ', Gift Boxed',
        ' with Silk Flowers',
        ', Hand Beaten',
        ', Engraved Rim',
        ', Heirloom Edition',
      ],
    },
    thali: {
      at: 'Pooja Essentials',
      in: 'leaf copper marigold',
      bands: [4, 5],
      nouns: [
        '{m} Pooja Thali with Bell and Diya',
        '{m} Pooja Set',
        'Complete {m} Aarti Thali',
        '{m} Lotus Thali',
      ],
      extras: [
        '',
        ', Gift Boxed',
        ', Engraved',
        ' with Roli and Chawal',
        ', 25 cm',
        ', Handcrafted',
        ', Griha Pravesh Edition',
      ],
    },
    sweetBox: {
      at: 'Gift Boxes',
      in: 'aubergine copper brick',
      bands: [3, 4],
      nouns: [
        '{c} Mithai Box of Twelve',
        'Assorted Sweets in a {c} Box',
        '{c} Laddoo and Peda Box',
        'Festive Mithai Box, {c}',
      ],
      extras: [
        '',
        ', 500 g',
        ', Pure Ghee',
        ', Sugar Free',
        ' with Dry Fruits',
        ', Kesar Edition',
        ' with Message Card',
      ],
    },
    potli: {
      at: 'Potlis & Pouches',
      in: 'marigold copper aubergine teal',
      bands: [1, 2],
      themes: ["Women's Day"],
      nouns: [
        '{c} Silk Potli',
        'Embroidered Potli in {c}',
        '{c} Drawstring Potli with Lotus',
        'Festive Potli Bag, {c}',
      ],
      extras: [
        '',
        ' with Tassels',
        ', Pack of 5',
        ' with Almonds',
        ', Hand Embroidered',
        ', Brocade Frill',
        ' for Wedding Favours',
      ],
    },
  },
)
