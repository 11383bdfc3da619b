import { carouselCalls } from '#contract/carousel.ts'
import { sendImage } from '../../http/send-image.ts'
import type { Serve } from '../../http/serve.ts'
import type { AvifQueue } from '../../images/avif-queue.ts'
import { requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { addImages } from './add-images.ts'
import { changeImage, deleteImage, reorderImages } from './change-images.ts'
import { listCarousel, versionOf } from './queries.ts'

/** The calls of the home page's carousel and of its back-office screen. */
export function carouselRoutes(serve: Serve, { database, images }: Services, avifQueue: AvifQueue) {
  serve(
    carouselCalls.listCarousel,
    async ({ session, reader }) => {
      const role = (await session())?.role
      const list = await listCarousel(reader, {
        includeInactive: role === 'Administrador' || role === 'Marketing',
      })
      return { data: list, version: versionOf(list.map(({ _id }) => _id)) }
    },
    { cache: 'public' },
  )

  serve(carouselCalls.addCarouselImages, async ({ files, actor }) => {
    await addImages(database, images, { files, actor })
    return { message: 'Imagen(es) guardada' }
  })

  serve(carouselCalls.deleteCarouselImage, async ({ params, actor }) => {
    await deleteImage(database, { name: params.id, actor })
    return { message: 'La imagen fue borrada.' }
  })

  serve(carouselCalls.setCarouselState, async ({ body, actor }) => {
    await changeImage(database, { id: requireId(body.id), change: { state: body.state }, actor })
    return { message: body.state ? 'La imagen está visible.' : 'La imagen está oculta.' }
  })

  serve(carouselCalls.setCarouselLink, async ({ body, actor }) => {
    await changeImage(database, { id: requireId(body.id), change: { link: body.link }, actor })
    return { message: body.link ? 'El enlace fue guardado.' : 'La imagen quedó sin enlace.' }
  })

  serve(carouselCalls.reorderCarousel, async ({ body, actor }) => {
    await reorderImages(database, { list: body.data, version: body.version, actor })
    return { message: 'Orden guardado' }
  })

  serve(carouselCalls.carouselImage, ({ params, query, reply }) =>
    sendImage(reply, images, {
      kind: 'carousel',
      name: params.photo,
      width: query.width,
      avif: query.format && avifQueue,
    }),
  )
}
