import { linesOf } from '../line.ts'

const awardExtras = [
  '',
  ', Engraved',
  ', 25 cm',
  ' in a Velvet Box',
  ' for Annual Days',
  ', Custom Plate',
  ', Limited Edition',
] as const

/** Awards and recognition. */
export const awards = linesOf(
  { category: 'Awards & Recognition', themes: ['Employee Recognition', 'Premium', 'Conference'] },
  {
    trophy: {
      at: 'Trophies',
      in: 'navy copper aubergine',
      bands: [4, 5],
      nouns: [
        '{m} Trophy Cup on a {c} Plinth',
        'Two-Handled {m} Cup, {c} Base',
        'Champions Cup in {m}, {c} Base',
        '{m} Winners Trophy with {c} Plinth',
      ],
      extras: awardExtras,
    },
    crystal: {
      at: 'Crystal Awards',
      in: 'teal navy aubergine',
      bands: [5],
      nouns: [
        'Faceted Crystal Award on a {c} Base',
        'Crystal Obelisk with {c} Plinth',
        '{c} Base Crystal Tower',
        'Lotus-Etched Crystal, {c} Base',
      ],
      extras: awardExtras,
    },
    plaque: {
      at: 'Plaques & Certificates',
      in: 'marigold leaf navy',
      bands: [3, 4],
      nouns: [
        'Walnut Plaque with {c} Plate',
        '{c} Plate Recognition Plaque',
        'Wooden Citation Plaque, {c}',
        'Long-Service Plaque in Walnut and {c}',
      ],
      extras: awardExtras,
    },
    medal: {
      at: 'Medals',
      in: 'teal aubergine blush',
      bands: [2, 3],
      nouns: [
        '{m} Medal on a {c} Ribbon',
        'Sun-Motif {m} Medal, {c} Ribbon',
        '{c} Ribbon Finisher Medal in {m}',
        'Honour Medal in {m}, {c} Ribbon',
      ],
      extras: [
        '',
        ', Engraved',
        ' in a Case',
        ' for Sports Days',
        ', Custom Struck',
        ', 60 mm',
        ', Set of 3',
      ],
    },
    star: {
      at: 'Star Awards',
      in: 'copper leaf charcoal',
      bands: [4],
      nouns: [
        '{m} Star Award on a {c} Base',
        'Rising Star Trophy, {c} Plinth',
        'Five-Point {m} Star, {c} Base',
        'Star Performer Award in {m} and {c}',
      ],
      extras: awardExtras,
    },
  },
)
