import { statsBlocks } from '@giftwell/shared/settings/stats-blocks.ts'
import { createdColumn, descriptionColumn } from '../list/columns.tsx'
import { CrudScreen } from '../list/crud-screen.tsx'
import { LongTextField, TextField } from '../record/fields.tsx'
import { firstRead } from '../screen/first-read.ts'

/** Stat blocks management (product.md, section 2, /admin/stats). */
export function StatsScreen() {
  return (
    <CrudScreen
      entity={statsBlocks}
      columns={[
        {
          header: 'Order',
          cell: (stat) => stat.order_index ?? '-',
          look: 'quiet',
          width: '96px',
          sortedBy: 'order_index',
          value: (stat) => stat.order_index,
        },
        {
          header: 'Title',
          cell: (stat) => stat.title,
          look: 'name',
          sortedBy: 'title',
          value: (stat) => stat.title,
        },
        { header: 'Value', cell: (stat) => stat.value, sortedBy: 'value', value: (stat) => stat.value },
        descriptionColumn,
        createdColumn,
      ]}
      fields={({ form }) => (
        <>
          <TextField form={form} name="title" label="Title" isRequired isFirst />
          <TextField form={form} name="value" label="Value" placeholder="e.g., 10,000+ or 95%" isRequired />
          <LongTextField form={form} name="description" label="Description" />
          <TextField
            form={form}
            name="order_index"
            label="Display Order"
            placeholder="1, 2, 3... (optional)"
            type="number"
          />
        </>
      )}
    />
  )
}

StatsScreen.firstRead = firstRead(statsBlocks.list)
