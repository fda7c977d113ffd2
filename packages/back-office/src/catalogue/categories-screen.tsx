import { categories } from '@giftwell/shared/catalogue/categories.ts'
import { createdColumn, descriptionColumn, nameColumn } from '../list/columns.tsx'
import { CrudScreen } from '../list/crud-screen.tsx'
import { LongTextField, TextField } from '../record/fields.tsx'
import { firstRead } from '../screen/first-read.ts'

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
