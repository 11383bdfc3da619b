import { useEffect } from 'react'
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { store } from '#store'
import { type Api, apiContext, browserApi } from '../../api.ts'
import { notice } from '../../ui/notice.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { Agreements } from './agreements.tsx'
import { Carousel } from './carousel.tsx'
import { ChatButton } from './chat-button.tsx'
import { DutyPharmacy } from './duty-pharmacy.tsx'
import { Hero } from './hero.tsx'
import { Teaser } from './teaser.tsx'
import { Visit } from './visit.tsx'

/** The visible images by position; null when they failed to load, which a dialog on the page says. */
async function load(api: Api) {
  const carousel = await api.listCarousel().catch(() => null)
  const slides = carousel?.data
    .filter(({ state }) => state)
    .sort((one, other) => one.position - other.position)
    .map(({ _id, photo, name }) => ({ id: _id, photo, name }))
  return { slides: slides ?? null }
}

export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(apiContext))

export const clientLoader = () => load(browserApi)

export const meta: MetaFunction = () => [
  { title: pageTitle() },
  { name: 'description', content: `${store.name}. ${store.tagline}` },
]

export default function Home() {
  const { slides } = useLoaderData<typeof loader>()
  useEffect(() => {
    if (!slides) void notice.error()
  }, [slides])
  return (
    <>
      <Hero />
      <Carousel slides={slides ?? []} />
      <Teaser />
      <Agreements />
      <DutyPharmacy />
      <Visit />
      <ChatButton />
    </>
  )
}
