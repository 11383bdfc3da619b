const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Santiago', dateStyle: 'short' })
const moment = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Santiago',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** The pharmacy's day, `YYYY-MM-DD`. */
export const today = () => day.format(new Date())

/** An instant by the pharmacy's clock, `YYYY-MM-DD HH:mm:ss` (spec §2). Sweden writes it so. */
export const timestamp = (instant: string) => moment.format(new Date(instant))
