import { inspectionCalls } from '#contract/inspection.ts'
import { productBatchCalls } from '#contract/product-batch.ts'
import { productChangeCalls } from '#contract/product-changes.ts'
import { productCalls } from '#contract/products.ts'
import { stockCalls } from '#contract/stock.ts'
import { loweredInWords } from '#domain/lots.ts'
import { counted, formatWhole } from '#domain/price.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import { datedName, sendWorkbook } from '../../http/send-workbook.ts'
import type { Serve } from '../../http/serve.ts'
import type { UploadedFile } from '../../http/uploads.ts'
import { storeImage } from '../../images/store-image.ts'
import { requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { changeProductField } from './change-product-field.ts'
import { changeProducts } from './change-products.ts'
import { countInspection, inspectionSheet, listInspection } from './inspection.ts'
import { listProducts } from './list-products.ts'
import { receiveStock } from './receive-stock.ts'
import { saveBatch } from './save-batch.ts'
import { createProduct, updateProduct } from './save-product.ts'

export function productRoutes(serve: Serve, { database, images }: Services) {
  /** Stores the uploaded image, if any, and calls the write with its name. */
  const withPhoto = <Result>(
    [file]: UploadedFile[],
    write: (photo?: string) => Promise<Result>,
  ): Promise<Result> => (file ? storeImage(images, { kind: 'product', bytes: file.bytes }, write) : write())

  serve(productCalls.listProducts, ({ query }) => listProducts(database, query))

  serve(productCalls.listProductsByCategory, ({ params, query }) =>
    listProducts(database, { ...query, category: params.category }),
  )

  serve(inspectionCalls.listInspection, ({ query }) => listInspection(database, query))

  serve(inspectionCalls.countInspection, async ({ query }) => ({
    data: await countInspection(database, query),
  }))

  serve(inspectionCalls.exportInspection, async ({ query, reply }) =>
    sendWorkbook(reply, datedName('fiscalizacion'), inspectionSheet(database, query)),
  )

  serve(productCalls.createProduct, async ({ body, files, actor }) => {
    const { id } = await withPhoto(files, (photo = '') =>
      createProduct(database, { form: body, photo, actor }),
    )
    return { message: 'El producto fue creado.', data: { _id: id } }
  })

  serve(productCalls.updateProduct, async ({ params, body, files, actor }) => {
    const id = requireId(params.id)
    const lowered = await withPhoto(files, (photo) =>
      updateProduct(database, { id, form: body, photo, actor }),
    )
    return { message: `El producto fue actualizado.${loweredInWords(lowered)}` }
  })

  serve(productChangeCalls.changeProductField, async ({ params, body, actor }) => {
    const { product, lowered } = await changeProductField(database, {
      id: requireId(params.id),
      change: body,
      actor,
    })
    return { message: `El producto fue actualizado.${loweredInWords(lowered)}`, data: product }
  })

  serve(productChangeCalls.changeProducts, async ({ body, actor }) => {
    const { changed, lowered } = await changeProducts(database, { ...body, actor })
    const done =
      changed === 1 ? 'El producto fue actualizado.' : `${formatWhole(changed)} productos actualizados.`
    return { message: done + loweredInWords(lowered), changed }
  })

  serve(productBatchCalls.saveBatch, async ({ body, actor, request }) => ({
    data: {
      results: await saveBatch(database, { ...body, idempotencyKey: idempotencyKey(request), actor }),
    },
  }))

  serve(stockCalls.receiveStock, async ({ body, actor }) => {
    const lines = body.lines.map((line) => ({ ...line, _id: requireId(line._id) }))
    await receiveStock(database, { lines, actor })
    const units = lines.reduce((sum, line) => sum + line.units, 0)
    return {
      message: `Stock al día: ${counted(units, 'unidad más', 'unidades más')}.`,
    }
  })
}
