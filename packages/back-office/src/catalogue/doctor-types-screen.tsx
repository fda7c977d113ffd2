import { doctorTypeTags } from '../../entities/doctor-type-tags.ts'
import { createdColumn, nameColumn } from '../crud/columns.tsx'
import { CrudScreen } from '../crud/crud-screen.tsx'
import { TextField } from '../crud/fields.tsx'
import { firstRead } from '../layout/first-read.ts'

/** Doctor type tags management (specification, section 2, /admin/doctor-types). */
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
