import { doctorTypeTags } from '@giftwell/shared/catalogue/doctor-type-tags.ts'
import { createdColumn, nameColumn } from '../list/columns.tsx'
import { CrudScreen } from '../list/crud-screen.tsx'
import { TextField } from '../record/fields.tsx'
import { firstRead } from '../screen/first-read.ts'

/** Doctor type tags management (product.md, section 2, /admin/doctor-types). */
export function DoctorTypesScreen() {
  return (
    <CrudScreen
      entity={doctorTypeTags}
      columns={[nameColumn, createdColumn]}
      fields={({ form }) => <TextField form={form} name="name" label="Name" isRequired isFirst />}
    />
  )
}

DoctorTypesScreen.firstRead = firstRead(doctorTypeTags.list)
