import { z } from 'zod'
import { defineCall } from './call.ts'
import { booleanField, data, id, imageQuery, message, text } from './fields.ts'

const NOT_A_PATH = 'Escribe una dirección de esta tienda, por ejemplo /tienda.'
/** A path of the shop. `//other.example` is another site, and browsers read a backslash as a slash. */
const SHOP_PATH = /^\/(?![/\\])[^\s\\]*$/

/** The form of an image's link: a path of the shop, or empty. */
export const carouselLinkBody = z.object({
  link: text(500).refine((link) => link === '' || SHOP_PATH.test(link), NOT_A_PATH),
})

/** A carousel image. Positions run from 1 without gaps. */
export const carouselImageSchema = z.object({
  _id: z.string(),
  photo: z.string(),
  name: z.string(),
  state: z.boolean(),
  position: z.int(),
  /** The path of the shop that a press on the image opens, or empty. */
  link: z.string(),
})
export type CarouselImage = z.infer<typeof carouselImageSchema>

export const carouselCalls = {
  listCarousel: defineCall('GET /admin/list-image-carousel', {
    access: 'everyone',
    summary: 'The carousel by position; visitors see the visible images only.',
    answer: data(z.array(carouselImageSchema)).extend({
      /** The version of the list and its order. Sent back with a new order, to detect changes in between. */
      version: z.string(),
    }),
  }),
  addCarouselImages: defineCall('POST /admin/add-image-carousel', {
    access: 'staff',
    summary: 'Adds images at the end of the carousel.',
    upload: { field: 'files', kind: 'image', required: true, many: true },
    answer: message,
    status: 201,
    limit: 'uploads',
  }),
  deleteCarouselImage: defineCall('GET /admin/delete-image-carousel/:id', {
    access: 'staff',
    summary: 'Deletes an image, by its id or its file name.',
    answer: message,
  }),
  setCarouselState: defineCall('POST /admin/image/update', {
    access: 'staff',
    summary: 'Shows or hides an image.',
    body: z.object({ id, state: booleanField }),
    answer: message,
    errors: ['NOT_FOUND'],
  }),
  setCarouselLink: defineCall('POST /admin/image/link', {
    access: 'staff',
    summary: 'Sets the path of the shop that a press on an image opens; empty for none.',
    body: carouselLinkBody.extend({ id }),
    answer: message,
    errors: ['NOT_FOUND'],
  }),
  reorderCarousel: defineCall('POST /admin/update-order-carousel', {
    access: 'staff',
    summary:
      'Sets the positions of all images, 1 to n; refused when the list is not the current one, or when its version is given and somebody ordered it since.',
    body: z.object({
      data: z.array(z.object({ _id: id, position: z.int().min(1) })).max(1_000),
      version: z.string().max(100).optional(),
    }),
    answer: message,
    errors: ['LIST_CHANGED'],
  }),
  carouselImage: defineCall('GET /admin/image/:photo', {
    access: 'everyone',
    summary: 'A carousel image.',
    query: imageQuery,
    answer: 'image',
  }),
}
