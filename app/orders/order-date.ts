import { store } from '#store'

// The British locale writes dates as day/month/year with two digits.
const day = new Intl.DateTimeFormat('en-GB', { timeZone: store.timeZone, dateStyle: 'short' })

/** An order's date as day/month/year, in the pharmacy's time zone. */
export const orderDate = (instant: string) => day.format(new Date(instant))

/** A day, `YYYY-MM-DD`, as day/month/year. */
export const writtenDay = (day: string) => day.split('-').reverse().join('/')

const moment = new Intl.DateTimeFormat('en-GB', {
  timeZone: store.timeZone,
  dateStyle: 'short',
  timeStyle: 'short',
})

/** An order's date with the hour, `21/11/2026, 17:50`. */
export const orderMoment = (instant: string) => moment.format(new Date(instant))
