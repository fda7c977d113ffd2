import { themes } from '../../entities/themes.ts'
import { createdColumn, descriptionColumn, nameColumn } from '../crud/columns.tsx'
import { CrudScreen } from '../crud/crud-screen.tsx'
import { LongTextField, TextField } from '../crud/fields.tsx'
import { firstRead } from '../layout/first-read.ts'

/** Themes management (specification, section 2, /admin/themes). */
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
