import { store } from '#store'

// The Swedish locale writes dates as YYYY-MM-DD.
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: store.timeZone, dateStyle: 'short' })

/** An instant's day in the pharmacy's time zone, `YYYY-MM-DD`. */
export const storeDay = (instant: Date) => day.format(instant)

/** Today in the pharmacy's time zone, `YYYY-MM-DD`. */
export const today = () => storeDay(new Date())
