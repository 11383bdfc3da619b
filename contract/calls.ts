import { accountCalls } from './account.ts'
import { adviceCalls } from './advice.ts'
import { auditCalls } from './audit.ts'
import { boardCalls } from './board.ts'
import { carouselCalls } from './carousel.ts'
import { cartCalls } from './cart.ts'
import { categoryCalls } from './categories.ts'
import { connectionCalls } from './connections.ts'
import { couponCalls } from './coupons.ts'
import { deliveryOptionCalls } from './delivery-options.ts'
import { deliveryRateCalls } from './delivery-rates.ts'
import { fulfilmentCalls } from './fulfilment.ts'
import { homeCalls } from './home.ts'
import { importCalls } from './imports.ts'
import { inspectionCalls } from './inspection.ts'
import { loginRecordCalls } from './login-records.ts'
import { lotCalls } from './lots.ts'
import { mergedNameCalls } from './merged-names.ts'
import { lastingPrescriptionCalls, orderPrescriptionCalls } from './order-prescriptions.ts'
import { orderCalls } from './orders.ts'
import { paymentCalls, salesBookCalls } from './payments.ts'
import { preferenceCalls } from './preferences.ts'
import { productBatchCalls } from './product-batch.ts'
import { productChangeCalls } from './product-changes.ts'
import { productCalls } from './products.ts'
import { reminderCalls } from './reminders.ts'
import { requestCalls } from './requests.ts'
import { saleConditionCalls } from './sale-conditions.ts'
import { secondFactorCalls } from './second-factor.ts'
import { staffCalls } from './staff.ts'
import { statusCalls } from './status.ts'
import { stockCalls } from './stock.ts'
import { stockAlertCalls } from './stock-alerts.ts'
import { supplierCalls } from './suppliers.ts'
import { userCalls } from './users.ts'
import { webhookCalls } from './webhooks.ts'

/** Every call by name: server, client and OpenAPI are made from this list. */
export const calls = {
  ...userCalls,
  ...staffCalls,
  ...secondFactorCalls,
  ...cartCalls,
  ...deliveryOptionCalls,
  ...deliveryRateCalls,
  ...couponCalls,
  ...orderCalls,
  ...fulfilmentCalls,
  ...orderPrescriptionCalls,
  ...lastingPrescriptionCalls,
  ...reminderCalls,
  ...categoryCalls,
  ...productCalls,
  ...productChangeCalls,
  ...productBatchCalls,
  ...homeCalls,
  ...adviceCalls,
  ...importCalls,
  ...stockCalls,
  ...lotCalls,
  ...inspectionCalls,
  ...saleConditionCalls,
  ...requestCalls,
  ...carouselCalls,
  ...loginRecordCalls,
  ...boardCalls,
  ...auditCalls,
  ...supplierCalls,
  ...mergedNameCalls,
  ...accountCalls,
  ...stockAlertCalls,
  ...preferenceCalls,
  ...paymentCalls,
  ...salesBookCalls,
  ...connectionCalls,
  ...statusCalls,
  ...webhookCalls,
}

export type Calls = typeof calls
