import { couponCalls } from '#contract/coupons.ts'
import { datedName, sendWorkbook } from '../../http/send-workbook.ts'
import type { Serve } from '../../http/serve.ts'
import { requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { createBatch } from './create-batch.ts'
import { couponsSheet, listCoupons } from './list-coupons.ts'
import { createCoupon, endCoupon, updateCoupon } from './save-coupon.ts'

/** The calls with which staff manage coupons. */
export function couponRoutes(serve: Serve, { database, config }: Services) {
  serve(couponCalls.listCoupons, ({ query }) => listCoupons(database, query))

  serve(couponCalls.exportCoupons, async ({ query, reply }) =>
    sendWorkbook(reply, datedName('codigos'), couponsSheet(database, query, `${config.publicUrl}/tienda`)),
  )

  serve(couponCalls.createCoupon, async ({ body, actor }) => ({
    message: 'El código fue creado.',
    data: { _id: await createCoupon(database, { fields: body, actor }) },
  }))

  serve(couponCalls.createCoupons, async ({ body, actor }) => ({
    data: { codes: await createBatch(database, { fields: body, actor }) },
  }))

  serve(couponCalls.updateCoupon, async ({ params, body, actor }) => {
    await updateCoupon(database, requireId(params.id), { change: body, actor })
    return { message: 'El código fue actualizado.' }
  })

  serve(couponCalls.endCoupon, async ({ params, actor }) => {
    await endCoupon(database, requireId(params.id), actor)
    return { message: 'El código terminó.' }
  })
}
