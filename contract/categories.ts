import { z } from 'zod'
import { defineCall } from './call.ts'
import { booleanField, id, list, listedName, message, namesQuery } from './fields.ts'

export const categorySchema = z.object({
  _id: z.string(),
  categoryName: z.string(),
  status: z.boolean(),
  /** The number of the category's products. */
  products: z.int(),
})
export type Category = z.infer<typeof categorySchema>

/** The category form. */
export const categoryBody = z.object({ categoryName: listedName, status: booleanField })

export const categoryCalls = {
  listCategories: defineCall('GET /category', {
    access: 'everyone',
    summary: 'Lists the categories, by name or by their number of products.',
    query: namesQuery,
    answer: list(categorySchema),
  }),
  categoryMenu: defineCall('GET /category/menu', {
    access: 'everyone',
    summary:
      'The names in the menu of the shop: the active categories with most products, in alphabetical order.',
    answer: z.object({
      data: z.object({
        names: z.array(z.string()),
        /** Whether there are more active categories than answered. */
        hasMore: z.boolean(),
      }),
    }),
  }),
  exportCategories: defineCall('GET /category/export', {
    summary: 'A workbook of the categories.',
    answer: 'spreadsheet',
  }),
  createCategory: defineCall('POST /category/create-category', {
    summary: 'Creates a category.',
    body: categoryBody,
    answer: message,
    status: 201,
    errors: ['NAME_TAKEN'],
  }),
  updateCategory: defineCall('POST /category/update-category/', {
    summary: 'Changes a category; its products follow a new name.',
    body: categoryBody.extend({ id }),
    answer: message,
    errors: ['NOT_FOUND', 'NAME_TAKEN'],
  }),
}
