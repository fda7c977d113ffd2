import { Button } from '@mantine/core'
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useBackend } from '../../data/backend-context.ts'
import { type DeletedRecord, deletedRecordsQuery } from '../../data/deleted-records.ts'
import { categories } from '../../entities/categories.ts'
import { clientLogos } from '../../entities/client-logos.ts'
import { doctorTypeTags } from '../../entities/doctor-type-tags.ts'
import { industryTags } from '../../entities/industry-tags.ts'
import { products } from '../../entities/products.ts'
import { statsBlocks } from '../../entities/stats-blocks.ts'
import { subcategories } from '../../entities/subcategories.ts'
import { themes } from '../../entities/themes.ts'
import { firstRead } from '../layout/first-read.ts'
import type { Column } from '../lists/data-table.tsx'
import { GrowingTable } from '../lists/growing-table.tsx'
import { ListCard, ListEmpty, listErrorMessage, ListFailure, ListLoading } from '../lists/list-card.tsx'
import { ScreenHead } from '../lists/screen-head.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { titleCase } from '../records/record-dialog.tsx'

const entities = [
  products,
  categories,
  subcategories,
  industryTags,
  doctorTypeTags,
  themes,
  statsBlocks,
  clientLogos,
]

const columns: readonly Column<DeletedRecord>[] = [
  { header: 'Name', cell: ({ name }) => name, look: 'name' },
  { header: 'Kind', cell: (record) => titleCase(entityOf(record)?.label.one ?? record.entity) },
  { header: 'Products', cell: ({ products: count }) => count.toLocaleString(), look: 'quiet' },
  {
    header: 'Deleted',
    cell: ({ deleted_at: time }) => <time dateTime={time}>{new Date(time).toLocaleString()}</time>,
    look: 'quiet',
  },
  { header: 'Actions', cell: (record) => <RestoreButton record={record} /> },
]

/** What was deleted in the last 30 days, to restore it. */
export function RecentlyDeletedScreen() {
  const list = useQuery(deletedRecordsQuery(useBackend()))
  const [search, setSearch] = useState('')
  const query = search.toLocaleLowerCase()
  const rows = list.data?.filter(({ name }) => name.toLocaleLowerCase().includes(query))
  return (
    <>
      <ScreenHead
        title="Recently deleted"
        subtitle="What was deleted in the last 30 days can be restored, with its links to products."
      />
      <ListCard
        heading="All deleted"
        count={rows?.length}
        tools={<SearchField label="Search recently deleted" value={search} onSearch={setSearch} />}
      >
        {list.isPending && <ListLoading />}
        {list.isError && list.data === undefined && (
          <ListFailure onRetry={() => void list.refetch()}>
            Error loading recently deleted: {listErrorMessage(list.error)}
          </ListFailure>
        )}
        {rows?.length === 0 && (
          <ListEmpty>
            {list.data?.length === 0
              ? 'Nothing was deleted in the last 30 days.'
              : 'Nothing deleted matches your search.'}
          </ListEmpty>
        )}
        {rows !== undefined && rows.length > 0 && (
          <GrowingTable label="Recently deleted" columns={columns} rows={rows} />
        )}
      </ListCard>
    </>
  )
}

RecentlyDeletedScreen.firstRead = firstRead(deletedRecordsQuery)

function RestoreButton({ record }: { readonly record: DeletedRecord }) {
  const { mutate } = useMutation((entityOf(record) ?? products).restoring(useBackend()))
  const isBusy = useIsMutating() > 0
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`Restore ${record.name}`}
      disabled={isBusy}
      onClick={() => mutate(record.id)}
    >
      Restore
    </Button>
  )
}

function entityOf(record: DeletedRecord) {
  return entities.find(({ table }) => table === record.entity)
}
