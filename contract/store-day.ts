import { store } from '#store'

// The Swedish locale writes dates as YYYY-MM-DD.
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: store.timeZone, dateStyle: 'short' })

/** An instant's day in the pharmacy's time zone, `YYYY-MM-DD`. */
export const storeDay = (instant: Date) => day.format(instant)

/** Today in the pharmacy's time zone, `YYYY-MM-DD`. */
export const today = () => storeDay(new Date())

/** The date `days` days before a day, `YYYY-MM-DD`. */
export const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
