import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import type { LatestLead } from '../../data/dashboard.ts'
import { ListCard } from '../lists/list-card.tsx'
import { ListEmpty, ListFailure, ListLoading } from '../lists/list-notice.tsx'
import classes from './latest-leads.module.css'

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Who has asked last; the rest is on the Leads screen. */
export function LatestLeads({ leads }: { readonly leads: UseQueryResult<readonly LatestLead[]> }) {
  return (
    <ListCard
      heading="Latest inquiries"
      foot={
        <Link to="/admin/leads" className={classes.all}>
          All inquiries
        </Link>
      }
    >
      {leads.isPending && <ListLoading />}
      {leads.isError && (
        <ListFailure onRetry={() => void leads.refetch()}>
          The latest inquiries could not be loaded.
        </ListFailure>
      )}
      {leads.data?.length === 0 && (
        <ListEmpty>Inquiries will appear here when customers send them.</ListEmpty>
      )}
      {leads.data !== undefined && leads.data.length > 0 && (
        <ul className={classes.list}>
          {leads.data.map(({ id, name, company, created_at: createdAt }) => (
            <li key={id} className={classes.lead}>
              <span className={classes.name}>{name}</span>
              <span className={classes.company}>{company}</span>
              <time className={classes.date} dateTime={createdAt}>
                {day.format(new Date(createdAt))}
              </time>
            </li>
          ))}
        </ul>
      )}
    </ListCard>
  )
}
