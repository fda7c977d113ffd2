import { type OrderSearch, orderList } from '../orders/order-list-query.ts'
import { ordersQuery } from './money-query.ts'
import { rupeeColumn } from './money-reports.tsx'
import { daysIn, type PeriodProps } from './period.ts'
import { ReportCard, ReportTable } from './report-card.tsx'

interface OrderFigure {
  readonly name: string
  readonly orders: number
  /** Null where it is not counted. */
  readonly paise: number | null
  readonly shows: Partial<OrderSearch>
}

/** Open value, what is late, and how orders of the period were delivered. */
export function OrdersReport({ period }: PeriodProps) {
  const { since, until } = daysIn(period)
  const delivered = `${since}_${until}`
  const to = ({ orders, shows }: OrderFigure) => (orders === 0 ? undefined : orderList.path(shows))
  return (
    <ReportCard heading="Orders" query={ordersQuery} period={period}>
      {({ open, open_paise, late, late_paise, on_time, too_late, without_day }) => (
        <ReportTable<OrderFigure>
          caption="Orders and their delivery"
          one="figure"
          head="Which"
          empty="There are no orders."
          rows={[
            { name: 'Open', orders: open, paise: open_paise, shows: { open: 'yes' } },
            { name: 'Late', orders: late, paise: late_paise, shows: { due: 'late' } },
            { name: 'Delivered on time', orders: on_time, paise: null, shows: { delivered, kept: 'yes' } },
            { name: 'Delivered late', orders: too_late, paise: null, shows: { delivered, kept: 'no' } },
            {
              name: 'Delivered without a day',
              orders: without_day,
              paise: null,
              shows: { delivered, kept: 'none' },
            },
          ]}
          nameOf={({ name }) => name}
          columns={[
            { header: 'Orders', value: ({ orders }) => orders, bar: 'brand', to },
            rupeeColumn<OrderFigure>('Value', ({ paise }) => paise, to),
          ]}
        />
      )}
    </ReportCard>
  )
}
