import type { Tx } from '../../database/schema.ts'
import { countAttempt } from '../../http/rate-limits.ts'
import type { CustomerMail } from '../../mail/mail-job.ts'
import { Refusal } from '../../refusals/refusal.ts'

/**
 * A mail job for the customer of an order, addressed to the order's own address, or to the account past the limit of mails to other
 * addresses (docs/product.md#mails-to-others).
 */
export async function customerMail(
  tx: Tx,
  mail: CustomerMail,
  { email, accountEmail }: { email: string; accountEmail: string },
): Promise<CustomerMail> {
  if (email === accountEmail) return mail
  try {
    await countAttempt(tx, 'mailsToOthers', { account: email })
    return mail
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'TOO_MANY')) throw error
    return { ...mail, toAccount: true }
  }
}
