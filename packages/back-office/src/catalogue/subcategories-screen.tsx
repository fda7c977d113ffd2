import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { namesQuery } from '@giftwell/shared/kernel/entity.ts'
import { subcategories, type Subcategory } from '@giftwell/shared/catalogue/subcategories.ts'
import { createdColumn, descriptionColumn, nameColumn } from '../list/columns.tsx'
import { CrudScreen } from '../list/crud-screen.tsx'
import { CheckboxGrid, LongTextField, TextField } from '../record/fields.tsx'
import { firstRead } from '../screen/first-read.ts'
import { useListParams } from '../list/use-list-search-params.ts'
import classes from './subcategories-screen.module.css'

const everyCategory = { value: '', label: 'All categories' }

/** Subcategories management (product.md, section 2, /admin/subcategories). */
export function SubcategoriesScreen() {
  const { data: categories = [], isPending } = useQuery(namesQuery(useBackend(), 'categories'))
  const [params, change] = useListParams()
  const wanted = params.get('category') ?? ''
  const chosen = isPending || categories.some(({ id }) => id === wanted) ? wanted : ''
  const nameOf = (id: string) => categories.find((category) => category.id === id)?.name ?? ''
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
            classNames={{ root: classes.filter, label: classes.filterLabel }}
            size="sm"
            data={[everyCategory, ...categories.map(({ id, name }) => ({ value: id, label: name }))]}
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
          <CheckboxGrid form={form} name="category_ids" label="Categories" options={categories} />
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
