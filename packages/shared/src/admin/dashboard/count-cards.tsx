import { IconBuildingFactory2, IconCategory, type Icon, IconGift, IconInbox } from '@tabler/icons-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'

import type { CountedTable, DashboardCounts } from '../../data/dashboard.ts'
import classes from './count-cards.module.css'

interface CountCard {
  readonly table: CountedTable
  readonly label: string
  readonly icon: Icon
  readonly to: string
}

const cards: readonly CountCard[] = [
  { table: 'products', label: 'Products', icon: IconGift, to: '/admin/products' },
  { table: 'categories', label: 'Categories', icon: IconCategory, to: '/admin/categories' },
  { table: 'industry_tags', label: 'Industries', icon: IconBuildingFactory2, to: '/admin/industries' },
  { table: 'leads', label: 'Leads', icon: IconInbox, to: '/admin/leads' },
]

/** The four counts, each of which leads to its screen; "..." while they are being counted. */
export function CountCards({ counts }: { readonly counts: DashboardCounts | undefined }) {
  const id = useId()
  return (
    <dl className={classes.cards}>
      {cards.map(({ table, label, icon: Icon, to }) => (
        <div key={table} className={classes.card}>
          <dt className={classes.label} id={`${id}${table}`}>
            <Icon size={18} stroke={1.7} aria-hidden />
            {label}
          </dt>
          <dd className={classes.count}>{counts === undefined ? '...' : counts[table].toLocaleString()}</dd>
          <dd className={classes.way}>
            <Link to={to} className={classes.link} aria-describedby={`${id}${table}`}>
              View all
            </Link>
          </dd>
        </div>
      ))}
    </dl>
  )
}
