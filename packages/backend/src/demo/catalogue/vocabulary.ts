/** The categories with their subcategories. A subcategory that stands in two lists is shared by both categories. */
export const categories = {
  Drinkware: [
    'Bottles & Flasks',
    'Mugs & Cups',
    'Tumblers',
    'Tea & Coffee Sets',
    'Copper & Brass',
    'Drinkware Sets',
  ],
  'Desk & Office': [
    'Desk Organisers',
    'Clocks & Calendars',
    'Desk Lamps',
    'Desk Mats',
    'Planters',
    'Frames & Stands',
    'Joining Kits',
  ],
  Bags: [
    'Backpacks',
    'Totes & Carriers',
    'Laptop & Messenger Bags',
    'Duffels & Weekenders',
    'Pouches',
    'Jute & Cotton Bags',
  ],
  'Tech & Gadgets': ['Power & Charging', 'Audio', 'Computer Accessories', 'Wearables', 'Storage Drives'],
  Stationery: [
    'Notebooks & Journals',
    'Pens',
    'Diaries & Planners',
    'Card Cases',
    'Folders',
    'Conference Kits',
  ],
  'Apparel & Textiles': ['T-Shirts & Polos', 'Caps', 'Towels', 'Throws & Cushions', 'Stoles & Scarves'],
  Wellness: ['Candles & Diffusers', 'Yoga & Fitness', 'Spa & Bath', 'Mindfulness', 'Neck & Sleep'],
  'Hampers & Gourmet': [
    'Gift Hampers',
    'Dry Fruits',
    'Chocolates & Sweets',
    'Teas',
    'Honey & Preserves',
    'Gift Boxes',
    'Joining Kits',
  ],
  'Festive & Spiritual': [
    'Diyas & Lanterns',
    'Pooja Essentials',
    'Urlis & Bowls',
    'Potlis & Pouches',
    'Candles & Diffusers',
    'Gift Boxes',
  ],
  'Awards & Recognition': ['Trophies', 'Crystal Awards', 'Plaques & Certificates', 'Medals', 'Star Awards'],
  'Home & Kitchen': [
    'Serveware',
    'Coasters & Trays',
    'Vases & Decor',
    'Kitchen & Storage',
    'Copper & Brass',
    'Wall Clocks',
  ],
  'Leather & Travel': [
    'Wallets & Keychains',
    'Passport & Luggage',
    'Trolleys',
    'Umbrellas',
    'Travel Comfort',
    'Desk Leather',
  ],
  'Medical & Conference': [
    'Anatomical Models',
    'Diagnostic Gifts',
    'Pill & Care Kits',
    'Doctor Coats',
    'Clinic Desk',
    'Conference Kits',
    'Badges & Lanyards',
  ],
  'Eco Living': ['Bamboo & Cutlery', 'Seed & Plant Kits', 'Jute & Cotton Bags', 'Planters'],
} as const satisfies Record<string, readonly string[]>

/** The name of a category. */
export type CategoryName = keyof typeof categories

/** The industries; `pharmaceutical` brings doctor types with it. */
export const industries = [
  'Pharmaceutical',
  'Banking & Finance',
  'Insurance',
  'Automotive',
  'Technology',
  'Real Estate',
  'Education',
  'Hospitality',
  'FMCG',
  'Manufacturing',
  'Healthcare',
  'Logistics',
  'Retail',
] as const

/** The name of an industry. */
export type IndustryName = (typeof industries)[number]

/** The themes, with what each is for. */
export const themes = {
  Diwali: 'Lamps, sweets and warm colours for the festival of lights',
  Onboarding: 'A first day that feels like a welcome',
  'Eco-friendly': 'Cork, jute, bamboo, seed paper and metal that lasts',
  'Employee Recognition': 'For work that deserves more than an e-mail',
  Wellness: 'Small habits that do people good',
  Conference: 'Useful at the venue, kept afterwards',
  "Doctors' Day": 'Thanks to the medical community, compliance-ready',
  'New Year': 'Diaries, planners and fresh beginnings',
  Premium: 'For the few gifts that must be remembered',
  'Made in India': 'Handmade or manufactured in the country',
  "Women's Day": 'Chosen with care for the eighth of March',
  'Work from Home': 'A better desk, wherever it stands',
} as const

/** The name of a theme. */
export type ThemeName = keyof typeof themes

/** The doctor types, for products of the pharmaceutical industry. */
export const doctorTypes = [
  'Cardiologist',
  'Dentist',
  'Dermatologist',
  'Diabetologist',
  'General Physician',
  'Gynaecologist',
  'Neurologist',
  'Ophthalmologist',
  'Orthopaedic Surgeon',
  'Paediatrician',
  'Psychiatrist',
  'Pulmonologist',
] as const

/** The name of a doctor type. */
export type DoctorTypeName = (typeof doctorTypes)[number]
