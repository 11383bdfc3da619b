import { sql } from 'kysely'

/** A person's account, orders, requests and alerts, whose mails are found by their ids. */
export type Belongings = {
  userId: string | null
  /** The e-mail in lower case. It finds only recovery mails: no other mail is stored by its address. */
  email: string | null
  orders: { id: string }[]
  requests: { id: string }[]
  alerts: { id: string }[]
}

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

/** The condition on `mails` for the mails to or about a person. */
export const isMailAbout = ({ userId, email, orders, requests, alerts }: Belongings) => sql<boolean>`(
  lower(message ->> 'email') = ${email}::text or message ->> 'userId' = ${userId}::text
  or message ->> 'orderId' = any(${ids(orders)}::text[]) or message ->> 'requestId' = any(${ids(requests)}::text[])
  or message ->> 'alertId' = any(${ids(alerts)}::text[]))`
