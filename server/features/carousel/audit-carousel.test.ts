import { expect, test } from 'vitest'
import { carouselCalls } from '#contract/carousel.ts'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { makeUser } from '#tests/factories.ts'
import { image, multipart } from '#tests/images.ts'

const { database, send } = await createTestApp()
const { entries, clear } = openAuditTrail(database)
const photo = await image()

test('records adding, hiding, linking, ordering and deleting an image', async () => {
  const marketing = await makeUser(database, { role: 'Marketing' })
  const staff = { token: marketing.token }
  await send(carouselCalls.addCarouselImages, {
    form: multipart({}, ['files', photo, 'a.jpg'], ['files', photo, 'b.jpg']),
    ...staff,
  })
  const [first, second] = await entries()
  expect([first, second]).toMatchObject([
    {
      action: 'carousel.add',
      label: 'a.jpg',
      before: null,
      after: { name: 'a.jpg', position: 1, state: true },
    },
    { action: 'carousel.add', label: 'b.jpg', after: { position: 2 } },
  ])
  const [a, b] = [first!.id, second!.id]
  await clear()
  const hide = () => send(carouselCalls.setCarouselState, { body: { id: a, state: false }, ...staff })
  await hide()
  await hide()
  const link = () => send(carouselCalls.setCarouselLink, { body: { id: a, link: '/tienda' }, ...staff })
  await link()
  await link()
  const order = { data: [b, a].map((_id, index) => ({ _id, position: index + 1 })) }
  await send(carouselCalls.reorderCarousel, { body: order, ...staff })
  await send(carouselCalls.reorderCarousel, { body: order, ...staff })
  await send(carouselCalls.deleteCarouselImage, { params: { id: a }, ...staff })
  await send(carouselCalls.deleteCarouselImage, { params: { id: a }, ...staff })
  expect(await entries()).toEqual([
    {
      action: 'carousel.visibility',
      kind: 'carousel-image',
      id: a,
      label: 'a.jpg',
      before: { state: true },
      after: { state: false },
    },
    {
      action: 'carousel.link',
      kind: 'carousel-image',
      id: a,
      label: 'a.jpg',
      before: { link: '' },
      after: { link: '/tienda' },
    },
    {
      action: 'carousel.order',
      kind: 'carousel',
      id: '',
      label: 'Carrusel',
      before: { order: [a, b] },
      after: { order: [b, a] },
    },
    {
      action: 'carousel.delete',
      kind: 'carousel-image',
      id: a,
      label: 'a.jpg',
      before: { name: 'a.jpg', position: 2, state: false },
      after: null,
    },
  ])
})
