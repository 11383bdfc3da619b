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

/** A date with the hour, `21/11/2026, 17:50`: of an order, and of whatever else the back office lists. */
export const orderMoment = (instant: string) => moment.format(new Date(instant))

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']

/** An order's date where there is little room: `hoy 14:20`, `21 nov`, `21 nov 2025`. */
export function shortMoment(instant: string, now = new Date().toISOString()): string {
  const [date = '', time = ''] = orderMoment(instant).split(', ')
  const [today = ''] = orderMoment(now).split(', ')
  if (date === today) return `hoy ${time}`
  const [day, month, year] = date.split('/')
  return `${Number(day)} ${MONTHS[Number(month) - 1]}${year === today.slice(6) ? '' : ` ${year}`}`
}
