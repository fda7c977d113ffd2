import { themes } from '@giftwell/shared/catalogue/themes.ts'
import { createdColumn, descriptionColumn, nameColumn } from '../list/columns.tsx'
import { CrudScreen } from '../list/crud-screen.tsx'
import { LongTextField, TextField } from '../record/fields.tsx'
import { firstRead } from '../screen/first-read.ts'

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
