import { Badge } from '@mantine/core'

import type { Lead } from '../../data/leads.ts'
import classes from './leads-table.module.css'

const mostProducts = 3
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** The leads as a read-only table (specification, section 2, Leads). */
export function LeadsTable({ leads }: { leads: readonly Lead[] }) {
  return (
    <div className={classes.frame} role="region" aria-label="Leads">
      <table className={classes.table}>
        <thead>
          <tr>
            {['Name', 'Company', 'Contact', 'Products', 'Message', 'Date'].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {leads.map((lead) => (
            <LeadRow key={lead.id} lead={lead} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function LeadRow({ lead }: { lead: Lead }) {
  return (
    <tr>
      <td className={classes.name}>{lead.name}</td>
      <td>{lead.company}</td>
      <td className={classes.contact}>
        <a href={`mailto:${lead.email}`}>{lead.email}</a>
        <a href={`tel:${lead.phone.replace(/[^+\d]/g, '')}`} className={classes.phone}>
          {lead.phone}
        </a>
      </td>
      <td>
        <SelectedProducts names={lead.selected_products ?? []} />
      </td>
      <td>
        <div className={classes.message} title={lead.message ?? undefined}>
          {lead.message ?? 'No message'}
        </div>
      </td>
      <td className={classes.date}>
        <time dateTime={lead.created_at}>{day.format(new Date(lead.created_at))}</time>
      </td>
    </tr>
  )
}

/** At most three products and how many more there are (specification, section 9, Card limits). */
function SelectedProducts({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <>None</>
  const more = names.length - mostProducts
  return (
    <div className={classes.products}>
      {names.slice(0, mostProducts).map((name, place) => (
        // Names may repeat, and never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <Badge key={`${place} ${name}`} variant="light" className={classes.product}>
          {name}
        </Badge>
      ))}
      {more > 0 && (
        <Badge variant="outline" className={classes.product} title={names.slice(mostProducts).join(', ')}>
          +{more} more
        </Badge>
      )}
    </div>
  )
}
