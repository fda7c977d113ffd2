import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import {
  brandingMethods,
  categories,
  doctorTypeTags,
  industryTags,
  subcategories,
  type Subcategory,
  themes,
} from '@giftwell/shared/catalogue/taxonomy.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { namesQuery } from '@giftwell/shared/kernel/entity.ts'
import { createdColumn, descriptionColumn, nameColumn } from '../list/column-head.tsx'
import { CrudScreen } from '../list/crud-screen.tsx'
import { useListParams } from '../list/list-views.ts'
import { CheckboxGrid, CheckField, LongTextField, TextField } from '../record/fields.tsx'
import { firstRead } from '../screen/screen-head.tsx'

/** Categories management (product.md, section 2, /admin/categories). */
export function CategoriesScreen() {
  return (
    <CrudScreen
      entity={categories}
      columns={[nameColumn, descriptionColumn, createdColumn]}
      fields={({ form }) => (
        <>
          <TextField form={form} name="name" label="Name" isRequired isFirst />
          <LongTextField
            form={form}
            name="description"
            label="Description"
            placeholder="Optional description"
          />
        </>
      )}
    />
  )
}

CategoriesScreen.firstRead = firstRead(categories.list)

const everyCategory = { value: '', label: 'All categories' }

/** Subcategories management (product.md, section 2, /admin/subcategories). */
export function SubcategoriesScreen() {
  const { data: all = [], isPending } = useQuery(namesQuery(useBackend(), categories))
  const [params, change] = useListParams()
  const wanted = params.get('category') ?? ''
  const chosen = isPending || all.some(({ id }) => id === wanted) ? wanted : ''
  const nameOf = (id: string) => all.find((category) => category.id === id)?.name ?? ''
  return (
    <CrudScreen
      entity={subcategories}
      columns={[
        nameColumn,
        {
          header: 'Categories',
          cell: (row) => namesIn(row).join(', ') || '-',
          sortedBy: 'categories',
          value: (row) => namesIn(row).join(', ') || null,
        },
        descriptionColumn,
        createdColumn,
      ]}
      filter={{
        param: 'category',
        matches: ({ subcategory_categories: links }) =>
          chosen === '' || links.some((link) => link.categories.id === chosen),
        control: (
          <NativeSelect
            label="Filter by Category:"
            styles={{
              root: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 10px' },
              label: { color: 'var(--mantine-color-dimmed)', whiteSpace: 'nowrap' },
            }}
            size="sm"
            data={[everyCategory, ...all.map(({ id, name }) => ({ value: id, label: name }))]}
            value={chosen}
            onChange={(event) => change({ category: event.currentTarget.value || undefined })}
          />
        ),
      }}
      initial={{ ...subcategories.empty, category_ids: chosen === '' ? [] : [chosen] }}
      shown={{ category_ids: (ids) => ids.map(nameOf).toSorted().join(', ') }}
      fields={({ form }) => (
        <>
          <TextField form={form} name="name" label="Name" isRequired isFirst />
          <CheckboxGrid form={form} name="category_ids" label="Categories" options={all} />
          <LongTextField form={form} name="description" label="Description" />
        </>
      )}
    />
  )
}

function namesIn({ subcategory_categories: links }: Subcategory): string[] {
  return links.map((link) => link.categories.name).toSorted((one, other) => one.localeCompare(other))
}

SubcategoriesScreen.firstRead = firstRead(subcategories.list)

/** The screen of an entity that has nothing but a name. */
function screenOfNames(entity: typeof doctorTypeTags | typeof brandingMethods) {
  const NamesScreen = () => (
    <CrudScreen
      entity={entity}
      columns={[nameColumn, createdColumn]}
      fields={({ form }) => <TextField form={form} name="name" label="Name" isRequired isFirst />}
    />
  )
  return Object.assign(NamesScreen, { firstRead: firstRead(entity.list) })
}

/** Industry tags management (product.md, section 2, /admin/industries). */
export function IndustriesScreen() {
  return (
    <CrudScreen
      entity={industryTags}
      columns={[nameColumn, createdColumn]}
      fields={({ form }) => (
        <>
          <TextField form={form} name="name" label="Name" isRequired isFirst />
          <CheckField
            form={form}
            name="has_doctor_types"
            label="Has doctor types"
            hint="Products for this industry have doctor types, and the catalogue filters by them."
          />
        </>
      )}
    />
  )
}

IndustriesScreen.firstRead = firstRead(industryTags.list)

/** Doctor type tags management (product.md, section 2, /admin/doctor-types). */
export const DoctorTypesScreen = screenOfNames(doctorTypeTags)

/** Themes management (product.md, section 2, /admin/themes). */
export function ThemesScreen() {
  return (
    <CrudScreen
      entity={themes}
      columns={[nameColumn, descriptionColumn, createdColumn]}
      fields={({ form }) => (
        <>
          <TextField form={form} name="name" label="Name" isRequired isFirst />
          <LongTextField form={form} name="description" label="Description" />
        </>
      )}
    />
  )
}

ThemesScreen.firstRead = firstRead(themes.list)

/** Branding methods management (product.md, section 2, /admin/branding-methods). */
export const BrandingMethodsScreen = screenOfNames(brandingMethods)
