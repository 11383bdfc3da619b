import { type RawBuilder, sql } from 'kysely'

type About = {
  userId: string | undefined
  /** In lower case. */
  email: string
  orderIds: string[]
  requestIds: string[]
}

/** The condition on `mails` for the mails to or about a person. */
export const isMailAbout = ({ userId, email, orderIds, requestIds }: About): RawBuilder<boolean> => sql`(
  lower(message ->> 'email') = ${email} or message ->> 'userId' = ${userId ?? null}::text
  or message ->> 'orderId' = any(${orderIds}::text[]) or message ->> 'requestId' = any(${requestIds}::text[]))`
