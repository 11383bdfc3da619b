import { expect, test } from 'vitest'
import { type Call, paramsOf } from './call.ts'
import { calls } from './calls.ts'

/** Every call of the specification; `*` stands for a parameter. */
const SPECIFIED = `
POST /user/create-client
POST /user/update-user/*
GET /user/find-user/*
POST /user/login
GET /user
GET /user/list-users
GET /user/image/*
POST /admin/update-role
GET /cart/*
POST /cart/add-to-cart
GET /cart/remove-from-cart/*/*
POST /cart/update-cart
GET /cart/empty-cart/*
POST /cart/create-delivery
GET /cart/get-delivery/*
POST /cart/upload-payment
POST /cart/update-payment-state
GET /cart/payment-image/*
GET /category
POST /category/create-category
POST /category/update-category/
POST /products/uploadFile
GET /products
POST /products/create-product
POST /products/update-product/*
GET /products/category/*/*/*/*
GET /products/*
GET /products/category/*
GET /products/image/*
GET /prescription-book
POST /prescription-book/create-prescription-book
POST /prescription-book/create-contact
GET /prescription-book/image/*
GET /admin/list-image-carousel
POST /admin/add-image-carousel
GET /admin/delete-image-carousel/*
POST /admin/image/update
POST /admin/update-order-carousel
POST /admin/login
GET /admin/list-users-activity
GET /admin/export-users
GET /admin/suppliers
POST /admin/suppliers
POST /admin/suppliers/update-supplier
GET /admin/image/*
POST /account/forgot-password
POST /account/reset-password/*`

/** The calls that the specification doesn't have. */
const ADDITIONAL = `
POST /user/logout
POST /cart/price
GET /delivery-options
GET /delivery-options/all
POST /delivery-options/pickups
POST /delivery-options/pickups/*
POST /delivery-options/zones
POST /delivery-options/zones/*
POST /delivery-options/order
GET /delivery-options/rates
POST /delivery-options/rates
GET /coupons
GET /coupons/export
POST /coupons
POST /coupons/batch
POST /coupons/*
POST /coupons/*/end
GET /admin/status
GET /products/export
GET /products/home
GET /products/*/alternatives
POST /products/imports
GET /products/imports
GET /products/imports/*
POST /products/imports/*/round
POST /products/imports/*/save
GET /products/imports/*/changes
GET /products/imports/*/refused
POST /products/imports/*/keep-stock
POST /products/imports/*/undo
GET /cart/deliveries/export
GET /cart/order/*
POST /cart/order/*/proof-checked
POST /cart/order/*/proof-rejected
POST /cart/order/*/note
POST /cart/deliveries/delivered
POST /cart/deliveries/proofs-checked
POST /cart/order/*/shipment
POST /cart/deliveries/shipment
GET /cart/deliveries/packing
GET /cart/deliveries/parcels
POST /cart/order/*/prescription-review
POST /cart/order/*/original-received
POST /cart/deliveries/original-received
GET /cart/prescribers
GET /cart/prescription-register
GET /cart/prescription-register/export
POST /cart/upload-prescription
GET /cart/prescription-image/*
POST /cart/order/*/reminder
POST /cart/order/*/reminder/cancel
POST /account/reminders/*/cancel
GET /admin/suppliers/export
GET /admin/names/merges
POST /admin/names/merge
POST /admin/names/merges/*/undo
GET /category/export
GET /category/menu
GET /account/export
POST /account/erase
POST /products/*/stock-alert
POST /products/stock-alerts/stop
GET /account/bought
GET /account/prescriptions
POST /account/prescriptions/*/remove
GET /products/*/movements
GET /products/movements/export
POST /products/change
POST /products/*/field
GET /products/purchase-list
GET /products/held
POST /products/held
GET /products/ingredient-conditions
POST /products/held/listed
POST /products/ingredient-conditions
POST /products/listed-conditions
GET /products/purchase-list/export
POST /products/*/purchase-quantity
POST /products/arrivals
GET /products/inspection
GET /products/inspection/counts
GET /products/inspection/export
GET /admin/board
GET /admin/open-tasks
GET /admin/open-tasks/events
POST /prescription-book/*/answered
POST /prescription-book/answered
POST /prescription-book/*/answers
GET /prescription-book/*/answers
POST /user/staff
POST /user/*/invitation
POST /user/*/disabled
POST /admin/login/second-factor
GET /account/second-factor
POST /account/second-factor/start
POST /account/second-factor/confirm
POST /account/second-factor/disable
POST /account/second-factor/again
POST /account/second-factor/recovery-codes
POST /user/*/second-factor/reset
GET /admin/second-factor/required
POST /admin/second-factor/required
GET /admin/audit
GET /admin/audit/actors
GET /admin/audit/export
GET /account/desk
POST /account/desk
GET /products/advice
POST /admin/image/link
POST /payments/statements
GET /payments/statements
GET /payments
POST /payments/*/match
POST /payments/*/unmatch
POST /payments/*/aside
POST /payments/apply-sure
GET /payments/sales/export
GET /payments/returns
POST /payments/returned
POST /products/batch
POST /connections/keys
GET /connections/keys
POST /connections/keys/*/revoke
POST /connections/webhooks
GET /connections/webhooks
POST /connections/webhooks/*/test
POST /connections/webhooks/*/delete
GET /connections/webhooks/*/deliveries
POST /connections/webhooks/*/deliveries/*/send
GET /products/*/lots
GET /stock/expired
GET /stock/expiring
GET /stock/expiring/export
GET /stock/recalls
GET /stock/recalls/*
GET /stock/recalls/*/export
GET /stock/receipts
GET /stock/receipts/*
POST /cart/order/*/lots
POST /products/*/lots
POST /stock/expired/write-off
POST /stock/recalls
POST /stock/recalls/*/answered
POST /stock/recalls/*/lift
POST /stock/recalls/*/mail
POST /stock/receipts
POST /stock/receipts/*/undo`

const lines = (text: string) => text.trim().split('\n')

test('the contract declares exactly the documented calls', () => {
  const declared = Object.values<Call>(calls).map(
    (call) => `${call.method} ${call.path.replace(/:\w+/g, '*')}`,
  )
  expect(declared.sort()).toEqual([...lines(SPECIFIED), ...lines(ADDITIONAL)].sort())
})

test('each parameter of a path has a schema, and every schema belongs to a parameter', () => {
  for (const [name, call] of Object.entries<Call>(calls)) {
    const named = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1])
    expect(Object.keys(paramsOf(call)?.shape ?? {}), name).toEqual(named)
  }
})
