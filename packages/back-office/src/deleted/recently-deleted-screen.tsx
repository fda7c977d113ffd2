import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { bulkEditUndoing, importUndoing } from '../products/bulk-edit.tsx'
import { type DeletedRecord, deletedRecordsQuery } from '@giftwell/shared/kernel/deleted-records.ts'
import { entities } from '@giftwell/shared/entities.ts'
import { products } from '@giftwell/shared/products/products.ts'
import { firstRead, ScreenHead } from '../screen/screen-head.tsx'
import type { Column } from '../list/column-head.tsx'
import { RecordList } from '../list/record-list.tsx'
import { SearchField } from '../list/list-card.tsx'
import { useWholeList } from '../list/use-whole-list.ts'
import { titleCase } from '../record/record-dialog.tsx'
import { RowButton } from '../screen/buttons.tsx'

const newestFirst = { column: 'deleted_at', ascending: false }
const kindOf = (record: DeletedRecord) => {
  if (record.scope === 'edit') return 'Bulk edit'
  if (record.scope === 'import') return 'Import'
  const label = entityOf(record)?.label
  return (isOfSeveral(record) ? label?.many : label && titleCase(label.one)) ?? record.entity
}

/** Whether several records are restored together. A single one from a list is deleted the same way. */
const isOfSeveral = ({ scope, records }: DeletedRecord) => scope === 'records' && records !== 1

/** Whether products themselves were deleted. */
const isOfProducts = ({ entity, scope }: DeletedRecord) =>
  entity === products.table && scope.startsWith('record')

const columns: readonly Column<DeletedRecord>[] = [
  { header: 'Name', cell: ({ name }) => name, look: 'name', sortedBy: 'name', value: ({ name }) => name },
  { header: 'Kind', cell: kindOf, sortedBy: 'kind', value: kindOf },
  {
    header: 'Products',
    // Of a category or tag, those that had it.
    cell: (record) => (isOfProducts(record) ? '-' : record.products.toLocaleString()),
    look: 'quiet',
    width: '110px',
    sortedBy: 'products',
    value: (record) => (isOfProducts(record) ? null : record.products),
  },
  {
    header: 'Deleted',
    cell: ({ deleted_at: time }) => <time dateTime={time}>{new Date(time).toLocaleString()}</time>,
    look: 'quiet',
    width: '200px',
    sortedBy: 'deleted_at',
    value: ({ deleted_at: time }) => Date.parse(time),
  },
  { header: 'Actions', cell: (record) => <RestoreButton record={record} />, width: '110px' },
]

/** The deletions of the last 30 days, to restore. */
export function RecentlyDeletedScreen() {
  const read = useQuery(deletedRecordsQuery(useBackend()))
  const { list, search, onSearch, sorting } = useWholeList(read, columns, newestFirst)
  return (
    <>
      <ScreenHead
        title="Recently deleted"
        subtitle="You can restore records that were deleted in the last 30 days, with their links to products, and undo bulk edits and imports."
      />
      <RecordList
        label="Recently deleted"
        heading="All deleted"
        list={list}
        columns={columns}
        sorting={sorting}
        tools={<SearchField label="Search recently deleted" value={search} onSearch={onSearch} />}
        empty={
          read.data?.length === 0
            ? 'Nothing was deleted in the last 30 days.'
            : 'Nothing deleted matches your search.'
        }
      />
    </>
  )
}

RecentlyDeletedScreen.firstRead = firstRead(deletedRecordsQuery)

function RestoreButton({ record }: { readonly record: DeletedRecord }) {
  const { mutate } = useMutation(undoing(useBackend(), record))
  const verb = record.scope.startsWith('record') ? 'Restore' : 'Undo'
  const isBusy = useIsMutating() > 0
  return (
    <RowButton
      label={verb}
      aria-label={`${verb} ${record.name}`}
      disabled={isBusy}
      onClick={() => mutate(record.id)}
    />
  )
}

function undoing(backend: Backend, record: DeletedRecord) {
  const entity = entityOf(record) ?? products
  if (record.scope === 'edit') return bulkEditUndoing(backend)
  if (record.scope === 'import') return importUndoing(backend)
  return isOfSeveral(record) ? entity.restoringMany(backend) : entity.restoring(backend)
}

function entityOf(record: DeletedRecord) {
  return entities.find(({ table }) => table === record.entity)
}
