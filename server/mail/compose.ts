import type { Db } from '../database/schema.ts'
import { issueReset } from '../features/accounts/issue-reset.ts'
import { findLogin } from '../features/accounts/queries.ts'
import type { MailContent } from './mail-content.ts'
import type { MailJob } from './queue-mail.ts'
import { recovery, welcome } from './templates/account.ts'
import { findForm, formReceived } from './templates/form.ts'
import { findOrder, orderForPharmacy, orderReceived, orderStatus } from './templates/order.ts'

/** Turns a queued message into its letter, or into nothing where there is nobody to write to any more. */
export async function compose(database: Db, message: MailJob): Promise<MailContent | undefined> {
  switch (message.kind) {
    case 'order-received':
    case 'order-for-pharmacy':
    case 'order-status': {
      const order = await findOrder(database, message.orderId)
      if (!order) return undefined
      if (message.kind === 'order-status') return orderStatus(order, message.status)
      return message.kind === 'order-received' ? orderReceived(order) : orderForPharmacy(order)
    }
    case 'welcome': {
      const user = await database
        .selectFrom('users')
        .select(['name', 'email'])
        .where('id', '=', message.userId)
        .executeTakeFirst()
      return user && welcome({ name: user.name, address: user.email })
    }
    case 'recovery': {
      // Whether the address is anyone's is found out here, so that who asks can't tell (design §2.23).
      const user = await findLogin(database, message.email)
      if (!user) return undefined
      return recovery({ name: user.name, address: user.email }, await issueReset(database, user.id))
    }
    case 'form-received': {
      const form = await findForm(database, message.requestId)
      return form && formReceived(form)
    }
  }
}
