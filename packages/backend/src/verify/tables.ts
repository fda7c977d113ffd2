/** A table of the API, as the checks write to it. */
export interface VerifiedTable {
  readonly name: string
  /** The columns that name a row. */
  readonly key: readonly string[]
  /** Values that a constraint refuses: where a role may write, they change nothing. */
  readonly impossible: Readonly<Record<string, unknown>>
  /** Whether everyone may read it, only signed-in users, or only administrators. */
  readonly readers: 'everyone' | 'signed in'
  /** Whether administrators write it. */
  readonly isManaged: boolean
  /** Whether signed-in users may delete from it, and write nothing that a check could write. */
  readonly isOnlyDeletedFrom?: boolean
}

const unknownId = '00000000-0000-4000-8000-000000000000'

const managed = (
  name: string,
  impossible: VerifiedTable['impossible'],
  key: readonly string[] = ['id'],
): VerifiedTable => ({ name, key, impossible, readers: 'everyone', isManaged: true })

const link = (name: string, one: string, other: string): VerifiedTable =>
  managed(name, { [one]: unknownId, [other]: unknownId }, [one, other])

const signedIn = (
  name: string,
  impossible: VerifiedTable['impossible'],
  key: readonly string[] = ['id'],
  more: Partial<VerifiedTable> = {},
): VerifiedTable => ({ name, key, impossible, readers: 'signed in', isManaged: false, ...more })

/** Every table of the API; a test compares them with the database's. */
export const verifiedTables: readonly VerifiedTable[] = [
  managed('categories', { name: '' }),
  managed('subcategories', { name: '' }),
  managed('industry_tags', { name: '' }),
  managed('doctor_type_tags', { name: '' }),
  managed('themes', { name: '' }),
  managed('stats_blocks', { title: '', value: '' }),
  managed('client_logos', { name: '', logo_url: '' }),
  managed('products', { name: '' }),
  link('subcategory_categories', 'subcategory_id', 'category_id'),
  link('product_industry_tags', 'product_id', 'industry_tag_id'),
  link('product_themes', 'product_id', 'theme_id'),
  link('product_doctor_type_tags', 'product_id', 'doctor_type_tag_id'),
  signedIn('deleted_records', { entity: 'none' }, ['id'], { isOnlyDeletedFrom: true }),
  signedIn('missed_searches', { words: '' }, ['words'], { isOnlyDeletedFrom: true }),
  signedIn('imports', { name: '' }),
  signedIn('import_rows', { import_id: unknownId }, ['import_id']),
  signedIn('favourites', { product_id: unknownId }, ['product_id'], { isOnlyDeletedFrom: true }),
  signedIn('reply_templates', { name: '', body: '' }, ['id'], { isManaged: true }),
  signedIn('site_settings', { name: 'x'.repeat(61) }, ['id'], { isManaged: true }),
  signedIn('list_views', { list: '', settings: {} }, ['id'], { isManaged: true }),
  signedIn('profiles', { id: unknownId }),
  signedIn('leads', { name: 'Check', company: 'Check', email: 'no address', phone: '1' }),
  signedIn('record_history', { kind: '' }, ['record_id']),
  signedIn('lead_items', { name: '' }),
  signedIn('lead_events', { kind: '' }, ['lead_id']),
  signedIn('lead_handling', { state: '' }, ['lead_id']),
  signedIn('lead_openings', { lead_id: unknownId }, ['lead_id']),
  signedIn('outbox', { kind: 'none' }),
]
