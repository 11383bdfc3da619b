import { carouselCalls } from '#contract/carousel.ts'
import { Refusal, requireId } from '../../http/refusal.ts'
import { sendImage } from '../../http/send-image.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { addImages } from './add-images.ts'
import { deleteImage } from './delete-image.ts'
import { orderImages } from './order-images.ts'
import { listCarousel, versionOf } from './queries.ts'

/** The calls of the home page's carousel and of its back-office screen. */
export function carouselRoutes(serve: Serve, { database, images }: Services) {
  serve(
    carouselCalls.listCarousel,
    async ({ session, reader }) => {
      const role = (await session())?.role
      const list = await listCarousel(reader, {
        everything: role === 'Administrador' || role === 'Marketing',
      })
      return { data: list, version: versionOf(list.map(({ _id }) => _id)) }
    },
    { cache: 'public' },
  )

  serve(carouselCalls.addCarouselImages, async ({ files }) => {
    await addImages(database, images, files)
    return { message: 'Imagen(es) guardada' }
  })

  serve(carouselCalls.deleteCarouselImage, async ({ params, request }) => {
    await deleteImage(database, images, {
      name: params.id,
      onLeftover: (error) => request.log.warn({ err: error }, 'could not remove the carousel image'),
    })
    return { message: 'La imagen fue borrada.' }
  })

  serve(carouselCalls.setCarouselState, async ({ body }) => {
    const { numUpdatedRows } = await database
      .updateTable('carousel_images')
      .set({ state: body.state })
      .where('id', '=', requireId(body.id))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal('NOT_FOUND')
    return { message: body.state ? 'La imagen está visible.' : 'La imagen está oculta.' }
  })

  serve(carouselCalls.orderCarousel, async ({ body }) => {
    await orderImages(database, { list: body.data, version: body.version })
    return { message: 'Orden guardado' }
  })

  serve(carouselCalls.carouselImage, ({ params, query, reply }) =>
    sendImage(reply, images, { kind: 'carousel', name: params.photo, width: query.width }),
  )
}
