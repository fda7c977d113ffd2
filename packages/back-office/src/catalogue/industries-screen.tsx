import { industryTags } from '../../entities/industry-tags.ts'
import { createdColumn, nameColumn } from '../crud/columns.tsx'
import { CrudScreen } from '../crud/crud-screen.tsx'
import { TextField } from '../crud/fields.tsx'
import { firstRead } from '../layout/first-read.ts'

/** Industry tags management (specification, section 2, /admin/industries). */
export function IndustriesScreen() {
  return (
    <CrudScreen
      entity={industryTags}
      columns={[nameColumn, createdColumn]}
      fields={({ form }) => <TextField form={form} name="name" label="Name" isRequired isFirst />}
    />
  )
}

IndustriesScreen.firstRead = firstRead(industryTags.list)
