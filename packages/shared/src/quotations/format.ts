const money = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** Paise in rupees, with two digits and lakh and crore. */
export const rupees = (paise: number): string => money.format(paise / 100)

/** A rate in hundredths of a per cent. */
export const percent = (hundredths: number): string => `${hundredths / 100} %`

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
