const tables: Readonly<Record<string, { columns: readonly string[]; row: object }>> = {
  products: {
    columns: [
      'id',
      'name',
      'image_url',
      'video_url',
      'category_id',
      'subcategory_id',
      'budget',
      'is_sample',
      'is_featured',
      'created_at',
      'version',
    ],
    row: { name: 'Fuzzed mug', budget: 'Rs.10-100', is_sample: true },
  },
  categories: { columns: ['id', 'name', 'description', 'created_at', 'version'], row: { name: 'Fuzzed' } },
  subcategories: { columns: ['id', 'name', 'description', 'created_at', 'version'], row: { name: 'Fuzzed' } },
  subcategory_categories: { columns: ['subcategory_id', 'category_id'], row: {} },
  industry_tags: { columns: ['id', 'name', 'created_at'], row: { name: 'Fuzzed' } },
  doctor_type_tags: { columns: ['id', 'name', 'created_at'], row: { name: 'Fuzzed' } },
  themes: { columns: ['id', 'name', 'description', 'created_at'], row: { name: 'Fuzzed' } },
  product_industry_tags: { columns: ['product_id', 'industry_tag_id'], row: {} },
  product_themes: { columns: ['product_id', 'theme_id'], row: {} },
  product_doctor_type_tags: { columns: ['product_id', 'doctor_type_tag_id'], row: {} },
  stats_blocks: {
    columns: ['id', 'title', 'value', 'description', 'order_index', 'created_at'],
    row: { title: 'Gifts', value: '7' },
  },
  client_logos: {
    columns: ['id', 'name', 'logo_url', 'created_at'],
    row: { name: 'Fuzzed', logo_url: 'https://logo.example/a.png' },
  },
  leads: {
    columns: ['id', 'name', 'company', 'email', 'phone', 'message', 'selected_products', 'created_at'],
    row: { name: 'Fuzz', company: 'Fuzz', email: 'fuzz@fuzz.test', phone: '1', selected_products: ['Mug'] },
  },
  profiles: { columns: ['id', 'is_admin', 'created_at'], row: { is_admin: true } },
}

/** The tables of the API with their columns, and what an honest row of each holds. */
export const fuzzedTables = new Map(Object.entries(tables))

/** The functions of the API with the names of their parameters. */
export const fuzzedFunctions: Readonly<Record<string, readonly string[]>> = {
  catalogue_page: [
    'industry',
    'category',
    'subcategory',
    'budget',
    'theme',
    'doctor_type',
    'after',
    'page_size',
  ],
  catalogue_filters: [],
  products_still_there: ['ids'],
  save_product: [
    'product',
    'industry_tag_ids',
    'theme_ids',
    'doctor_type_tag_ids',
    'product_id',
    'product_version',
  ],
  save_subcategory: [
    'subcategory_id',
    'name',
    'description',
    'category_ids',
    'subcategory_version',
    'subcategory',
  ],
  search_products: ['words'],
  search_leads: ['words'],
  find_products: ['words', 'filters', 'sorted', 'ascending', 'beyond', 'beyond_id', 'size'],
  count_products: ['words', 'filters'],
  find_leads: ['words', 'since', 'before', 'after', 'ascending', 'beyond', 'beyond_id', 'size'],
  count_leads: ['words', 'since', 'before', 'after'],
  unused_product_images: ['candidates'],
  is_admin: [],
  home_page_product_ids: [],
  pg_sleep: ['seconds'],
}

/** Tables and functions that the API must not have. */
export const foreignNames = [
  'users',
  'auth.users',
  'schema_migrations',
  'pg_class',
  'information_schema.tables',
  'objects',
  'buckets',
  'lead_counts',
  'secrets',
  'products;',
  'products%20',
  'PRODUCTS',
  'products/extra',
  '..%2Fauth%2Fv1%2Fuser',
  '__proto__',
  'constructor',
  'toString',
]
