import { accountCalls } from './account.ts'
import { activityCalls } from './activity.ts'
import { adviceCalls } from './advice.ts'
import { carouselCalls } from './carousel.ts'
import { cartCalls } from './cart.ts'
import { categoryCalls } from './categories.ts'
import { deskCalls } from './desk.ts'
import { homeCalls } from './home.ts'
import { importCalls } from './imports.ts'
import { orderCalls } from './orders.ts'
import { productCalls } from './products.ts'
import { requestCalls } from './requests.ts'
import { supplierCalls } from './suppliers.ts'
import { userCalls } from './users.ts'

/** Every call by name. Server, client and OpenAPI are made from this list. */
export const calls = {
  ...userCalls,
  ...cartCalls,
  ...orderCalls,
  ...categoryCalls,
  ...productCalls,
  ...homeCalls,
  ...adviceCalls,
  ...importCalls,
  ...requestCalls,
  ...carouselCalls,
  ...activityCalls,
  ...supplierCalls,
  ...accountCalls,
  ...deskCalls,
}

export type Calls = typeof calls
