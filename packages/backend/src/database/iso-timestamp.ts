/**
 * Turns PostgreSQL's text of a `timestamptz` (`2026-11-21 07:15:10.5+00`) into ISO 8601
 * (`2026-11-21T07:15:10.5+00:00`), as a hosted project answers. Values without a date, such as `infinity`, stay.
 */
export function isoTimestamp(text: string): string {
  return text.replace(
    /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)(:\d\d)?$/,
    (_, date: string, time: string, hours: string, minutes = ':00') => `${date}T${time}${hours}${minutes}`,
  )
}

/** PostgreSQL's type number of `timestamptz`. */
export const timestamptzType = 1184
