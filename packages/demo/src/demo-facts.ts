import type { DemoCatalogue } from './demo-catalogue.ts'

type DemoProduct = DemoCatalogue['products'][number]

/** The colours of the drawings, by palette. */
const demoColours: Readonly<Record<string, readonly [name: string, hex: string]>> = {
  aubergine: ['Aubergine', '#5b2a5e'],
  marigold: ['Marigold', '#e8a12a'],
  teal: ['Teal', '#1f7a78'],
  ivory: ['Ivory', '#f1e8d6'],
  brick: ['Brick Red', '#a8432f'],
  leaf: ['Leaf Green', '#4f7f3c'],
  copper: ['Rust', '#a85a32'],
  navy: ['Navy', '#27375f'],
  blush: ['Blush', '#dba6a2'],
  charcoal: ['Charcoal', '#3d3d42'],
  sage: ['Sage', '#9aac8a'],
  sand: ['Sand', '#d3bd96'],
  olive: ['Olive Green', '#6f7038'],
  lilac: ['Lilac', '#a48bb5'],
  coral: ['Coral', '#dd7f66'],
  sky: ['Sky Blue', '#86aac4'],
}

/** Ways to put a logo on the demo's products. */
export const demoBranding = ['Screen printing', 'Engraving', 'Embroidery', 'Debossing', 'UV printing']

interface Kind {
  readonly material: string
  /** Length, width and height in mm. */
  readonly size: readonly [number, number, number]
  readonly weight: number
  readonly hsn: string
  readonly gst: number
  readonly methods: readonly string[]
  readonly care: string
}

const wipe = 'Wipe with a soft, dry cloth'
const hand = 'Wash by hand'
const kinds: Readonly<Record<string, Kind>> = Object.fromEntries(
  (
    [
      ['Drinkware', 'Stainless steel', [75, 75, 240], 310, '7323', 5, ['Engraving', 'Screen printing'], hand],
      [
        'Desk & Office',
        'Engineered wood',
        [220, 120, 100],
        480,
        '4420',
        5,
        ['Engraving', 'UV printing'],
        wipe,
      ],
      [
        'Bags',
        'Recycled polyester',
        [430, 300, 150],
        650,
        '4202',
        18,
        ['Embroidery', 'Screen printing'],
        hand,
      ],
      ['Tech & Gadgets', 'ABS plastic', [140, 70, 30], 210, '8543', 18, ['UV printing', 'Engraving'], wipe],
      [
        'Stationery',
        'Paper and card',
        [210, 148, 18],
        290,
        '4820',
        18,
        ['Debossing', 'Screen printing'],
        wipe,
      ],
      [
        'Apparel & Textiles',
        'Cotton',
        [300, 240, 30],
        260,
        '6304',
        5,
        ['Embroidery', 'Screen printing'],
        'Machine wash, cold',
      ],
      [
        'Wellness',
        'Natural materials',
        [110, 110, 90],
        320,
        '3406',
        5,
        ['Screen printing', 'UV printing'],
        wipe,
      ],
      [
        'Hampers & Gourmet',
        'Rigid card box',
        [320, 240, 110],
        1450,
        '2106',
        5,
        ['Debossing', 'Screen printing'],
        'Keep cool and dry',
      ],
      ['Festive & Spiritual', 'Brass', [180, 180, 80], 620, '8306', 5, ['Engraving'], wipe],
      [
        'Awards & Recognition',
        'Metal and wood',
        [120, 90, 220],
        750,
        '8306',
        5,
        ['Engraving', 'UV printing'],
        wipe,
      ],
      [
        'Home & Kitchen',
        'Wood and steel',
        [240, 180, 90],
        700,
        '4419',
        5,
        ['Engraving', 'Screen printing'],
        hand,
      ],
      [
        'Leather & Travel',
        'Vegan leather',
        [200, 110, 30],
        240,
        '4202',
        18,
        ['Debossing', 'Engraving'],
        wipe,
      ],
      [
        'Medical & Conference',
        'Moulded resin',
        [180, 120, 90],
        380,
        '9023',
        18,
        ['UV printing', 'Screen printing'],
        wipe,
      ],
      [
        'Eco Living',
        'Bamboo and jute',
        [230, 140, 60],
        220,
        '4421',
        5,
        ['Engraving', 'Screen printing'],
        wipe,
      ],
    ] as const
  ).map(([category, material, size, weight, hsn, gst, methods, care]) => [
    category,
    { material, size, weight, hsn, gst, methods, care },
  ]),
)

/** Exceptions to a category's material, tariff heading or rate. */
const materials: Readonly<Record<string, readonly [material: string, hsn: string, gst: number]>> = {
  mug: ['Ceramic', '6912', 5],
  mugPair: ['Ceramic', '6912', 5],
  cupAndSaucer: ['Ceramic', '6912', 5],
  kulhads: ['Terracotta', '6912', 5],
  copperBottle: ['Copper', '7418', 5],
  copperTumblers: ['Copper', '7418', 5],
  penTrio: ['Metal', '9608', 18],
  penCase: ['Metal', '9608', 18],
  polo: ['Cotton piqué', '6105', 5],
  teeStack: ['Cotton', '6109', 5],
  cap: ['Cotton twill', '6505', 5],
  stole: ['Silk blend', '6214', 5],
  umbrella: ['Pongee and steel', '6601', 5],
  labCoat: ['Poly-cotton', '6211', 5],
  yogaMat: ['TPE foam', '9506', 5],
  soaps: ['Cold-processed soap', '3401', 5],
  candle: ['Soy wax', '3406', 5],
  candleTins: ['Soy wax', '3406', 5],
  chocolateBox: ['Card box with chocolate', '1806', 5],
  teaTins: ['Tin with tea', '0902', 5],
  powerBank: ['ABS plastic, lithium polymer cell', '8507', 18],
  charger: ['ABS plastic', '8504', 18],
  headphones: ['ABS plastic', '8518', 18],
  earbuds: ['ABS plastic', '8518', 18],
  speaker: ['ABS plastic', '8518', 18],
  flashDrive: ['Metal', '8523', 18],
  keyboard: ['ABS plastic', '8471', 18],
}

/** In ml. */
const capacities: Readonly<Record<string, number>> = {
  mug: 330,
  mugPair: 330,
  enamelMug: 350,
  travelCup: 400,
  tumbler: 500,
  loopBottle: 750,
  slimBottle: 500,
  sportsBottle: 750,
  infuserBottle: 450,
  copperBottle: 950,
  flaskAndCup: 500,
  cupAndSaucer: 180,
  kulhads: 120,
  copperTumblers: 300,
  carafe: 1000,
  teapot: 800,
  tiffin: 900,
}

const parts: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  hamper: { 'Dry fruit pouch': 2, 'Chocolate bar': 2, 'Tea tin': 1, Candle: 1 },
  giftSet: { Notebook: 1, Pen: 1, Bottle: 1 },
  joiningKit: { Notebook: 1, Pen: 1, Bottle: 1, Lanyard: 1 },
  conferenceKit: { Folder: 1, Notebook: 1, Pen: 1, Badge: 1 },
  careKit: { Pouch: 1, 'Hand sanitiser': 1, Mask: 5 },
  firstAid: { Bandage: 10, 'Antiseptic wipe': 5, Gauze: 4 },
  diarySet: { Diary: 1, Pen: 1 },
  dryFruitBox: { Almonds: 1, Cashews: 1, Raisins: 1, Pistachios: 1 },
  jarTrio: { Jar: 3 },
  teaTins: { 'Tea tin': 3 },
  penTrio: { Pen: 3 },
  mugPair: { Mug: 2 },
  copperTumblers: { Tumbler: 2 },
  diyaSet: { Diya: 4 },
  cutlery: { Fork: 1, Spoon: 1, Knife: 1, Pouch: 1 },
  passportSet: { 'Passport cover': 1, 'Luggage tag': 1 },
}

const prices: Readonly<Record<DemoProduct['budget'], readonly [number, number]>> = {
  'Rs.10-100': [30, 95],
  'Rs.100-500': [150, 480],
  'Rs.500-1000': [600, 980],
  'Rs.1000-2000': [1200, 1950],
  'Rs.2000+': [2400, 4800],
}
const minimums = [10, 25, 50, 100, 250, 500]
const leads = [
  [2, 3],
  [4, 7],
  [7, 10],
  [10, 15],
  [15, 21],
  [21, 30],
] as const

/** One product in so many has a rate that has not been checked for more than a year. */
const uncheckedEvery = 50

/** A rate's first day, in one of the last six months, so it stays under a year old for half a year. */
function rateSince(index: number, today: Date): string {
  const months = index % uncheckedEvery === 7 ? 14 : index % 6
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, 1))
    .toISOString()
    .slice(0, 10)
}

/**
 * The facts of a demo product, plausible for its kind of object and budget. The same at every start but for the day of its GST
 * rate: they depend on the position of the product alone.
 * @param others the pictures of the same object in other colours
 * @param today the day on which the demo is loaded
 */
export function demoFacts(
  product: DemoProduct,
  index: number,
  picture: DemoCatalogue['pictures'][number],
  others: DemoCatalogue['pictures'],
  today: Date,
) {
  const kind = kinds[product.category]
  if (kind === undefined) throw new Error(`There are no facts of ${product.category}.`)
  const { subject } = picture
  const [material, hsn, gst] = materials[subject] ?? [kind.material, kind.hsn, kind.gst]
  const scale = 90 + ((index * 7) % 21)
  const scaled = (number: number) => Math.round((number * scale) / 100)
  // Dear gifts are ordered in smaller numbers.
  const dear = Object.keys(prices).indexOf(product.budget)
  const minimum = minimums[Math.max(0, 4 - dear + (index % 3) - 1)] ?? 50
  const [from, to] = leads[(index * 5 + dear) % leads.length] ?? [10, 15]
  const [low, high] = prices[product.budget]
  const rupees = low + ((index * 37) % (high - low))
  const supplier = 'ABCDEF'[index % 6] ?? 'A'
  const pictures = others.slice(0, index % 3 === 0 ? 2 : 1)
  const number = String(index + 1).padStart(4, '0')
  return {
    row: {
      code: `DEMO-${number}`,
      description: `A demo product: ${product.name}.\n\n- ${material}\n- From ${minimum} pieces, with your logo by ${kind.methods.join(' or ').toLowerCase()}`,
      material,
      length_mm: scaled(kind.size[0]),
      width_mm: scaled(kind.size[1]),
      height_mm: scaled(kind.size[2]),
      capacity_ml: capacities[subject] ?? null,
      weight_g: scaled(kind.weight),
      min_quantity: minimum,
      lead_days_from: from,
      lead_days_to: to,
      packaging: dear > 2 ? 'Gift box' : 'Recycled card sleeve',
      care: kind.care,
      origin: 'India',
    },
    pictures,
    colours: [{ ...picture, image: product.image }, ...pictures].map(({ palette, image }) => {
      const [name, hex] = demoColours[palette] ?? [palette, null]
      return { name, hex, picture: image }
    }),
    methods: kind.methods,
    area: `${Math.min(80, Math.round(kind.size[0] / 3))} × ${Math.min(50, Math.round(kind.size[1] / 3))} mm`,
    parts: Object.entries(parts[subject] ?? {}).map(([name, quantity]) => ({ name, quantity })),
    terms: {
      supplier: `Demo Supplier ${supplier}`,
      supplier_code: `${supplier}-${number}`,
      cost_paise: Math.round(rupees * 70),
      hsn,
      gst_rate: gst,
      gst_rate_from: rateSince(index, today),
    },
    breaks: [1, 3, 6].map((times, index) => ({
      quantity: minimum * times,
      price_paise: Math.round(rupees * (1 - index * 0.05)) * 100,
    })),
  }
}
