const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const wholeMoment = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' })

/** When a lead came in, in its reader's own time zone and words; `inFull` with the day of the week. */
export function LeadMoment({ at, inFull = false }: { readonly at: string; readonly inFull?: boolean }) {
  return <time dateTime={at}>{(inFull ? wholeMoment : moment).format(new Date(at))}</time>
}
