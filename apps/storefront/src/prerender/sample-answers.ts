import type { CataloguePage } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { preview } from '@giftwell/shared/catalogue/preview.ts'

const named = (name: string) => ({ id: name, name })

const page: CataloguePage = {
  total: 100,
  next: null,
  counts: { industry: { 'Industry 1': 1 }, category: { Category: 1 } },
  products: Array.from({ length: preview.results }, (_, index) => ({
    id: `${index}`,
    name: 'Product',
    image_url: index % 2 === 0 ? '/product.webp' : null,
    video_url: '/video',
    budget: 'Rs.10-100',
    themes: ['Theme'],
  })),
}

/** One sample of each API response, to render pages with data. */
export const sampleAnswers: Readonly<Record<string, unknown>> = {
  '/rest/v1/rpc/catalogue_page': page,
  '/rest/v1/rpc/catalogue_filters': {
    // So many that only the first of them are shown.
    industries: ['Industry', ...Array.from({ length: 7 }, (_, index) => `Industry ${index}`)].map(named),
    categories: [{ ...named('Category'), subcategories: [] }],
    themes: [named('Theme')],
    doctor_types: [],
    facts: { moq: ['10'], lead: ['3'], branding: ['Printing'], colour: ['Red'] },
  },
  '/rest/v1/rpc/product_page': {
    ...page.products[0],
    category: 'Category',
    subcategory: 'Subcategory',
    industries: ['Industry'],
    doctor_types: [],
    similar: [{ ...page.products[0], id: '1' }],
    description: 'Text\n\n- item\n\n1. item',
    material: 'Material',
    pictures: [{ url: '/second.webp', alt: 'Text' }],
    colours: [
      { name: 'Red', hex: '#ff0000', picture_position: 2 },
      { name: 'Blue', hex: '#0000ff' },
    ],
    branding: [{ name: 'Printing' }, { name: 'Engraving' }],
  },
  '/rest/v1/rpc/site_details': {
    logo_url: '/logo.webp',
    logo_dark_url: '/dark.webp',
    contact_email: 'a@b.example',
    contact_phone: '1',
    contact_address: 'Address',
    hero_image_url: '/hero.webp',
    terms_changed_on: '2026-01-01',
  },
  '/rest/v1/rpc/terms_text': 'Text\n\n- item\n\n1. item',
  '/rest/v1/stats_blocks': [{ id: '1', title: 'Title', value: '10+', description: 'Words', order_index: 1 }],
  '/rest/v1/client_logos': [{ ...named('Client'), logo_url: '/logo.webp' }],
  '/rest/v1/products': [
    {
      ...named('Product'),
      image_url: '/product.webp',
      categories: { name: 'Category' },
      product_industry_tags: [{ industry_tags: { name: 'Industry' } }],
    },
  ],
}

/** Of a site without a logo, a picture and contacts of its own. */
export const sampleAnswersWithoutLogo: typeof sampleAnswers = {
  ...sampleAnswers,
  '/rest/v1/rpc/site_details': { terms_changed_on: '2026-01-01' },
}
