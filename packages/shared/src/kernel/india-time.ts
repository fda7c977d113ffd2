const indianDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })

/** The day of a time in India, as 2026-12-31. */
export const dayInIndia = (time: Date | string): string => indianDay.format(new Date(time))

/** The day in India. */
export const todayInIndia = (now = new Date()): string => dayInIndia(now)

/** When a day begins in India, or the one that is so many later. */
export function startInIndia(day: string, later = 0): string {
  const time = new Date(`${day}T00:00:00+05:30`)
  time.setUTCDate(time.getUTCDate() + later)
  return time.toISOString()
}

const day = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const moment = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
})

/** A date of India, like "5 Dec 2026", whatever the reader's zone. */
export const dayText = (date: string): string => day.format(new Date(`${date}T00:00:00Z`))

/** A time in India, like "5 Dec 2026, 4:30 pm IST". */
export const momentText = (time: string): string => `${moment.format(new Date(time))} IST`

const month = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A month like 2026-12 as "December 2026". */
export const monthText = (text: string): string => month.format(new Date(`${text}-01T00:00:00Z`))
