import classes from './lead-moment.module.css'

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const inFull = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' })

/** When a lead came in, in its reader's own time zone and words: the day, and the time where there is room for it. */
export function LeadMoment({ at }: { readonly at: string }) {
  const moment = new Date(at)
  return (
    <time dateTime={at} className={classes.moment} title={inFull.format(moment)}>
      <span>{day.format(moment)}, </span>
      <span>{time.format(moment)}</span>
    </time>
  )
}

/** The same with the day of the week. */
export function WholeLeadMoment({ at }: { readonly at: string }) {
  return <time dateTime={at}>{inFull.format(new Date(at))}</time>
}
