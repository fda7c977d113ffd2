import { Badge, Button, NativeSelect } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { dayText } from '@giftwell/shared/kernel/india-time.ts'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import { type Column, createdColumn } from '../list/column-head.tsx'
import { ExportButton } from '../list/export-button.tsx'
import type { ExportedList } from '../list/list-export.ts'
import { DayRange, FilterChips, type FiltersProps } from '../list/list-filters.tsx'
import { type LongList, LongListScreen, readFrom, useLongList } from '../list/long-list-screen.tsx'
import { SelectedRows } from '../list/selected-rows.tsx'
import { useListLayout } from '../list/use-list-layout.ts'
import { ActionDialog } from '../record/action-dialog.tsx'
import { OwnerFilter, OwnerName } from '../staff/owner-filter.tsx'
import { orderList, type OrderRow, type OrderSearch } from './order-list-query.ts'
import {
  isOrderState,
  mayTake,
  orderStates,
  type OrderStep,
  orderSteps,
  stateColours,
} from './order-states.ts'
import { orderRow, type StoredOrder, storedOrders } from './stored-orders.ts'
import { returnFields, useCourierFields, useTakeStep } from './take-step.ts'

const day = (text: string | null) => (text === null ? '-' : dayText(text))

const columns: readonly Column<OrderRow>[] = [
  { header: 'Number', look: 'name', width: '168px', sortedBy: 'number', cell: ({ number }) => number },
  { header: 'Company', sortedBy: 'company', cell: ({ company }) => company },
  {
    header: 'State',
    width: '150px',
    sortedBy: 'state',
    cell: ({ state }) => (
      <Badge variant="light" color={stateColours[state]}>
        {orderStates[state]}
      </Badge>
    ),
    text: ({ state }) => orderStates[state],
  },
  {
    header: 'Needed by',
    width: '180px',
    sortedBy: 'needed_by',
    cell: ({ needed_by: needed, is_late: isLate }) => (
      <>
        {day(needed)}
        {isLate && (
          <Badge variant="light" color="brick" ml={6}>
            Late
          </Badge>
        )}
      </>
    ),
    text: ({ needed_by: needed }) => needed ?? '',
  },
  {
    header: 'Total',
    width: '150px',
    sortedBy: 'total',
    cell: ({ total_paise: total }) => <span className="tabular">{rupees(total)}</span>,
    text: ({ total_paise: total }) => (total / 100).toFixed(2),
  },
  {
    header: 'Owner',
    sortedBy: 'owner',
    cell: ({ owner_email: email }) => <OwnerName email={email} />,
    text: ({ owner_email: email }) => email,
  },
  {
    header: 'Begin by',
    isExtra: true,
    width: '128px',
    sortedBy: 'start_on',
    cell: ({ start_on: start }) => day(start),
    text: ({ start_on: start }) => start ?? '',
  },
  {
    header: 'Waiting for',
    isExtra: true,
    cell: ({ waits_for_buyer: waits }) => (waits ? 'The buyer' : '-'),
  },
  { header: 'Quotation', isExtra: true, cell: ({ quotation_number: number }) => number },
  {
    header: 'Delivered',
    isExtra: true,
    cell: ({ delivered_on: delivered }) => day(delivered),
    text: ({ delivered_on: delivered }) => delivered ?? '',
  },
  { ...createdColumn, isExtra: true },
]

const list: LongList<OrderRow, OrderSearch, StoredOrder> = {
  ...orderList,
  stored: { list: storedOrders, rowOf: orderRow },
}

/** The orders with search, filters, views, export and steps of several (product.md, section 2, Orders). */
export function OrderList() {
  const backend = useBackend()
  const navigate = useNavigate()
  const shown = useLongList(list)
  const layout = useListLayout('orders', columns, orderList.params)
  const { listing } = shown
  const read: ExportedList<OrderRow>['read'] = (position, options) =>
    orderList.read(backend, listing, position, options)
  return (
    <LongListScreen
      list={list}
      shown={shown}
      title="Orders"
      subtitle="From acceptance to delivery"
      columns={layout}
      fields={<OrderFilters listing={listing} show={shown.show} />}
      filters={<FilterChips listing={listing} show={shown.show} texts={chipTexts} verb="For" />}
      exported={{ columns: layout.shown, read }}
      empty="No orders yet. Each accepted quotation becomes an order."
      onOpen={({ id }) => void navigate(`/admin/orders/${id}`)}
      opensPage
      nameOf={({ number }) => number}
      bulk={
        <>
          <SelectedRows list={orderList} shown={shown}>
            {(orders) => <BulkSteps orders={orders} onDone={shown.selection.finish} />}
          </SelectedRows>
          <ExportButton
            label={orderList.label}
            of="selected orders"
            columns={layout.shown}
            read={shown.selection.chosen === 'all' ? read : readFrom(shown.selectedRows())}
            total={shown.selection.count}
          />
        </>
      }
    />
  )
}

const bulkSteps = ['production', 'packed', 'dispatched', 'delivered', 'returned'] as const

interface BulkStepsProps {
  readonly orders: readonly OrderRow[]
  readonly onDone: () => void
}

/** Moves the eligible lines of the selected orders by a step in one press. Each button shows the number of lines. */
function BulkSteps({ orders, onDone }: BulkStepsProps) {
  const taking = useTakeStep()
  const fields = useCourierFields()
  const [asking, setAsking] = useState<'dispatched' | 'returned'>()
  const lines = orders.flatMap((order) => (order.state === 'cancelled' ? [] : order.lines))
  const linesFor = (step: OrderStep) => lines.filter((line) => mayTake(step, line))
  const take = async (step: OrderStep, values?: Readonly<Record<string, string>>) => {
    await taking.take(step, linesFor(step), values)
    onDone()
  }
  return (
    <>
      {bulkSteps.map((step) => {
        const count = linesFor(step).length
        return (
          <Button
            key={step}
            variant="default"
            size="sm"
            disabled={taking.isPending || count === 0}
            onClick={() =>
              step === 'dispatched' || step === 'returned'
                ? setAsking(step)
                : void take(step).catch(() => undefined)
            }
          >
            {count === 0 ? orderSteps[step] : `${orderSteps[step]} (${count.toLocaleString()})`}
          </Button>
        )
      })}
      {asking === 'dispatched' && (
        <ActionDialog
          action={{
            title: 'Dispatch',
            intro: 'Applies to everything left in these orders. Open an order to move part of it.',
            fields,
            run: (values) => take('dispatched', values),
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'returned' && (
        <ActionDialog
          action={{
            title: orderSteps.returned,
            fields: returnFields,
            run: (values) => take('returned', values),
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

const states = [
  { value: '', label: 'All states' },
  { value: 'open', label: 'Open' },
  { value: 'late', label: 'Late' },
  { value: 'week', label: 'Due this week' },
  { value: 'waits', label: 'Waiting for the buyer' },
  ...Object.entries(orderStates).map(([value, label]) => ({ value, label })),
]

const kept = { yes: 'Delivered on time', no: 'Delivered late', none: 'Delivered, no due date' }

/** The chips of the filters without a field. */
const chipTexts: ComponentProps<typeof FilterChips<OrderSearch>>['texts'] = {
  lead: () => 'One lead',
  company: (company) => (company === 'none' ? 'No company' : 'One company'),
  delivered: (days) => `Delivered from ${days.split('_').map(dayText).join(' to ')}`,
  kept: (value) => kept[value],
}

function OrderFilters({ listing: search, show }: FiltersProps<OrderSearch>) {
  return (
    <>
      <NativeSelect
        aria-label="State"
        size="sm"
        value={search.due ?? search.state ?? (search.waits ? 'waits' : search.open ? 'open' : '')}
        data={states}
        onChange={({ currentTarget: { value } }) =>
          show({
            ...search,
            state: isOrderState(value) ? value : undefined,
            due: value === 'late' || value === 'week' ? value : undefined,
            waits: value === 'waits' ? 'yes' : undefined,
            open: value === 'open' ? 'yes' : undefined,
          })
        }
      />
      <OwnerFilter owner={search.owner} onChange={(owner) => show({ ...search, owner })} />
      <DayRange range={search} onChange={(range) => show({ ...search, ...range })} />
    </>
  )
}
