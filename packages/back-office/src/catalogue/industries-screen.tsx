import { industryTags } from '@giftwell/shared/catalogue/industry-tags.ts'
import { createdColumn, nameColumn } from '../list/columns.tsx'
import { CrudScreen } from '../list/crud-screen.tsx'
import { TextField } from '../record/fields.tsx'
import { firstRead } from '../screen/first-read.ts'

/** Industry tags management (product.md, section 2, /admin/industries). */
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
