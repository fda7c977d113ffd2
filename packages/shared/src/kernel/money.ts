const money = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** Paise in rupees, with two digits and lakh and crore. */
export const rupees = (paise: number): string => money.format(paise / 100)

/** A rate in hundredths of a per cent. */
export const percent = (hundredths: number): string => `${hundredths / 100} %`
