import { carouselCalls } from '#contract/carousel.ts'
import { sendPicture } from '../../http/pictures.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'

export function carouselRoutes(serve: Serve, { database, images }: Services) {
  serve(
    carouselCalls.listCarousel,
    async ({ session }) => {
      const role = (await session())?.role
      const staff = role === 'Administrador' || role === 'Marketing'
      const rows = await database
        .selectFrom('carousel_images')
        .select(['id as _id', 'photo', 'name', 'state', 'position'])
        .$if(!staff, (query) => query.where('state', '=', true))
        .orderBy('position')
        .execute()
      return { data: rows }
    },
    { kept: true },
  )

  serve(carouselCalls.carouselImage, ({ params, query, reply }) =>
    sendPicture(reply, images, { kind: 'carousel', name: params.photo, width: query.width }),
  )
}
