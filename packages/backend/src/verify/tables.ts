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

const nowhere = '00000000-0000-4000-8000-000000000000'

const managed = (
  name: string,
  impossible: VerifiedTable['impossible'],
  key: readonly string[] = ['id'],
): VerifiedTable => ({ name, key, impossible, readers: 'everyone', isManaged: true })

const link = (name: string, one: string, other: string): VerifiedTable =>
  managed(name, { [one]: nowhere, [other]: nowhere }, [one, other])

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
  {
    name: 'deleted_records',
    key: ['id'],
    impossible: { entity: 'none' },
    readers: 'signed in',
    isManaged: false,
    isOnlyDeletedFrom: true,
  },
  {
    name: 'missed_searches',
    key: ['words'],
    impossible: { words: '' },
    readers: 'signed in',
    isManaged: false,
    isOnlyDeletedFrom: true,
  },
  { name: 'imports', key: ['id'], impossible: { name: '' }, readers: 'signed in', isManaged: false },
  {
    name: 'import_rows',
    key: ['import_id'],
    impossible: { import_id: nowhere },
    readers: 'signed in',
    isManaged: false,
  },
  {
    name: 'favourites',
    key: ['product_id'],
    impossible: { product_id: nowhere },
    readers: 'signed in',
    isManaged: false,
    isOnlyDeletedFrom: true,
  },
  {
    name: 'reply_templates',
    key: ['id'],
    impossible: { name: '', body: '' },
    readers: 'signed in',
    isManaged: true,
  },
  {
    name: 'site_settings',
    key: ['id'],
    impossible: { name: 'x'.repeat(61) },
    readers: 'signed in',
    isManaged: true,
  },
  {
    name: 'list_views',
    key: ['id'],
    impossible: { list: '', settings: {} },
    readers: 'signed in',
    isManaged: true,
  },
  { name: 'profiles', key: ['id'], impossible: { id: nowhere }, readers: 'signed in', isManaged: false },
  {
    name: 'leads',
    key: ['id'],
    impossible: { name: 'Check', company: 'Check', email: 'no address', phone: '1' },
    readers: 'signed in',
    isManaged: false,
  },
  {
    name: 'record_history',
    key: ['record_id'],
    impossible: { kind: '' },
    readers: 'signed in',
    isManaged: false,
  },
  { name: 'lead_items', key: ['id'], impossible: { name: '' }, readers: 'signed in', isManaged: false },
  { name: 'lead_events', key: ['lead_id'], impossible: { kind: '' }, readers: 'signed in', isManaged: false },
  {
    name: 'lead_handling',
    key: ['lead_id'],
    impossible: { state: '' },
    readers: 'signed in',
    isManaged: false,
  },
  {
    name: 'lead_openings',
    key: ['lead_id'],
    impossible: { lead_id: nowhere },
    readers: 'signed in',
    isManaged: false,
  },
  { name: 'outbox', key: ['id'], impossible: { kind: 'none' }, readers: 'signed in', isManaged: false },
]
