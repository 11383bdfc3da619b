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

test('the contract declares every call of the specification', () => {
  const declared = Object.values<Call>(calls).map(
    (call) => `${call.method} ${call.path.replace(/:\w+/g, '*')}`,
  )
  expect(declared).toEqual(expect.arrayContaining(SPECIFIED.trim().split('\n')))
  expect(new Set(declared).size).toBe(declared.length)
})

test('each parameter of a path has a schema, and every schema belongs to a parameter', () => {
  for (const [name, call] of Object.entries<Call>(calls)) {
    const named = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1])
    expect(Object.keys(paramsOf(call)?.shape ?? {}), name).toEqual(named)
  }
})
