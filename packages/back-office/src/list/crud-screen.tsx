import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Entity, FormValues } from '@giftwell/shared/kernel/entity.ts'
import type { Edited } from '@giftwell/shared/kernel/table.ts'
import { useKeys } from '../screen/use-keys.ts'
import { ForAdministrators, ScreenHead, RecentlyDeletedLink } from '../screen/screen-head.tsx'
import { type Column, textOf } from './column-head.tsx'
import { isName, useListLayout } from './use-list-layout.ts'
import { ExportButton } from './export-button.tsx'
import { NoneYet, RecordList } from './record-list.tsx'
import { SearchField } from './list-card.tsx'
import { DeleteSelected, SelectionToolbar, useSelection } from './selection-bar.tsx'
import { useWholeList, type WholeListFilter } from './use-whole-list.ts'
import type { ShownValues } from '../record/conflict-notice.tsx'
import { type FieldsProps, RecordDialog, titleCase } from '../record/record-dialog.tsx'
import { useDeleting, useEditing, useRecordLink } from '../record/use-record-actions.ts'

/** A filter beside the search. */
interface ListFilter<R> extends WholeListFilter<R> {
  readonly control: ReactNode
}

interface CrudScreenProps<R extends Edited, Form extends FormValues> {
  readonly entity: Entity<R, Form>
  readonly columns: readonly Column<R>[]
  readonly fields: (props: FieldsProps<Form>) => ReactNode
  readonly shown?: ShownValues<Form>
  readonly filter?: ListFilter<R>
  /** The values of a new record's form; the entity's empty ones by default. */
  readonly initial?: Form
}

/**
 * A management screen (product.md, section 2, Other admin management screens): the list of an entity and the dialog that
 * creates and edits its records, which sales only read. It has no code for a particular entity.
 */
export function CrudScreen<R extends Edited, Form extends FormValues>(props: CrudScreenProps<R, Form>) {
  const { entity, columns, fields, shown, filter } = props
  const { isAdmin } = useAuth()
  const read = useQuery(entity.list(useBackend()))
  const editing = useEditing<R, Form>()
  const closeLink = useRecordLink(entity, { onAdd: editing.add, onEdit: editing.edit })
  const remove = useDeleting(entity)
  const isBusy = useIsMutating({ mutationKey: [entity.table] }) > 0
  useKeys({ n: isBusy || !isAdmin ? undefined : editing.add })

  const { list, matching, ...shownList } = useWholeList(read, columns, entity.orderBy, filter)
  const layout = useListLayout(entity.table, columns, ['search', 'sort', ...(filter ? [filter.param] : [])])
  const selection = useSelection({
    listKey: shownList.search,
    page: list.rows?.map(({ id }) => id) ?? [],
    total: matching.length,
    all: matching.map(({ id }) => id),
  })
  const { one, many } = entity.label
  return (
    <>
      <ScreenHead title={many}>
        <ForAdministrators>
          <RecentlyDeletedLink />
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={editing.add}>
            Add {titleCase(one)}
          </Button>
        </ForAdministrators>
      </ScreenHead>
      <RecordList
        label={many}
        heading={`All ${many}`}
        list={list}
        columns={layout.shown}
        layout={layout}
        tools={
          <>
            {filter?.control}
            <SearchField
              label={`Search ${many.toLowerCase()}`}
              value={shownList.search}
              onSearch={shownList.onSearch}
            />
            <ExportButton
              label={entity.label}
              columns={layout.shown}
              // They are all read.
              read={({ at }) => Promise.resolve(at === 'first' ? matching : [])}
              total={list.total}
            />
          </>
        }
        sorting={shownList.sorting}
        empty={
          read.data?.length === 0 ? (
            <NoneYet many={many.toLowerCase()} onAdd={editing.add} />
          ) : (
            `No ${many.toLowerCase()} match your search.`
          )
        }
        {...(isAdmin && {
          selection,
          actions: {
            nameOf: (row: R) =>
              columns
                .filter(isName)
                .map((column) => textOf(column, row))
                .join(' '),
            onEdit: editing.edit,
            onDuplicate: (row: R) => editing.addLike(entity.copy(row)),
            onDelete: remove,
            disabled: isBusy,
          },
        })}
      >
        <SelectionToolbar label={`Selected ${many.toLowerCase()}`} selection={selection}>
          <DeleteSelected entity={entity} selection={selection} disabled={isBusy} />
        </SelectionToolbar>
      </RecordList>
      <RecordDialog
        key={editing.opening}
        entity={entity}
        opened={editing.opened}
        record={editing.record}
        onClose={() => {
          editing.close()
          closeLink()
        }}
        initial={editing.initial ?? props.initial}
        onShow={shownList.onShowNew}
        {...(shown && { shown })}
      >
        {fields}
      </RecordDialog>
    </>
  )
}
