import { categoryCalls } from '#contract/categories.ts'
import { supplierCalls } from '#contract/suppliers.ts'
import { datedName, sendWorkbook } from '../../http/send-workbook.ts'
import type { Serve } from '../../http/serve.ts'
import { requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { namesSheet } from './export-names.ts'
import { categoryMenu, listCategories, listSuppliers } from './list-names.ts'
import { createName, updateName } from './save-name.ts'

export function categoryRoutes(serve: Serve, { database }: Services) {
  serve(categoryCalls.listCategories, ({ query, reader }) => listCategories(reader, query), {
    cache: 'public',
  })

  serve(categoryCalls.categoryMenu, async ({ reader }) => ({ data: await categoryMenu(reader) }), {
    cache: 'public',
  })

  serve(categoryCalls.createCategory, async ({ body: { categoryName: name, status }, actor }) => {
    await createName(database, { kind: 'category', fields: { name, status }, actor })
    return { message: 'La categoría fue creada.' }
  })

  serve(categoryCalls.updateCategory, async ({ body: { id, categoryName: name, status }, actor }) => {
    await updateName(database, requireId(id), { kind: 'category', fields: { name, status }, actor })
    return { message: 'La categoría fue actualizada.' }
  })

  serve(categoryCalls.exportCategories, async ({ reply }) =>
    sendWorkbook(reply, datedName('categorias'), namesSheet(database, 'categories')),
  )
}

export function supplierRoutes(serve: Serve, { database }: Services) {
  serve(
    supplierCalls.listSuppliers,
    async ({ query, session, reader }) => {
      const everything = (await session())?.role === 'Administrador'
      return listSuppliers(reader, query, { everything })
    },
    { cache: 'public' },
  )

  serve(supplierCalls.createSupplier, async ({ body, actor }) => {
    await createName(database, { kind: 'supplier', fields: body, actor })
    return { message: 'El proveedor fue creado.' }
  })

  serve(supplierCalls.updateSupplier, async ({ body: { id, ...fields }, actor }) => {
    await updateName(database, requireId(id), { kind: 'supplier', fields, actor })
    return { message: 'El proveedor fue actualizado.' }
  })

  serve(supplierCalls.exportSuppliers, async ({ reply }) =>
    sendWorkbook(reply, datedName('proveedores'), namesSheet(database, 'suppliers')),
  )
}
