import { store } from '#store'

const { timeZone } = store
// The Swedish locale writes dates as YYYY-MM-DD.
const dateAndTime = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
const dateInWords = new Intl.DateTimeFormat('es-CL', {
  timeZone,
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
})

/** An instant in the pharmacy's time zone, `YYYY-MM-DD HH:mm:ss`: the form that the specification gives to logins. */
export const timestamp = (instant: string) => dateAndTime.format(new Date(instant))

/** An instant in the pharmacy's time zone, with the month as a word. */
export const longDate = (instant: string) => dateInWords.format(new Date(instant))
