import { store } from '#store'

// Great Britain writes dates as day/month/year with two digits.
const day = new Intl.DateTimeFormat('en-GB', { timeZone: store.timeZone, dateStyle: 'short' })

/** An order's date as day/month/year, in the pharmacy's time zone. */
export const orderDate = (instant: string) => day.format(new Date(instant))
