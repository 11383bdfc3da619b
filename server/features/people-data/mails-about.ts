import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

type About = {
  userId: string | undefined
  /** The e-mail in lower case. It finds only recovery mails: no other mail is stored by its address. */
  email: string | null
  orderIds: string[]
  requestIds: string[]
  /** The ids of stock alerts. */
  alertIds: string[]
}

/** The condition on `mails` for the mails to or about a person. */
export const isMailAbout = ({
  userId,
  email,
  orderIds,
  requestIds,
  alertIds,
}: About): RawBuilder<boolean> => sql`(
  lower(message ->> 'email') = ${email}::text or message ->> 'userId' = ${userId ?? null}::text
  or message ->> 'orderId' = any(${orderIds}::text[]) or message ->> 'requestId' = any(${requestIds}::text[])
  or message ->> 'alertId' = any(${alertIds}::text[]))`
