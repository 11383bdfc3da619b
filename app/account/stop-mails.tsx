import { useState } from 'react'
import { href, Link, type MetaFunction, useMatches, useParams } from 'react-router'
import { browserApi } from '../api/client.ts'
import { useHydrated } from '../browser/external-store.ts'
import { useAction } from '../forms/use-action.ts'
import { pageTitle } from '../pages/page-title.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { MailLinkPage } from '../ui/mail-link-page.tsx'

type Page = {
  title: string
  heading: string
  about: string
  button: string
  stop: (token: string) => Promise<{ message: string }>
  /** The refusal of a used or expired link, where the call's own message doesn't fit. */
  deadLink?: string
}

const PAGES: Record<string, Page> = {
  'stop-reminders': {
    title: 'Recordatorios',
    heading: 'Recordatorios de tus pedidos',
    about: 'Puedes cancelar todos los recordatorios que pediste. Tus pedidos y tu cuenta quedan como están.',
    button: 'Cancelar mis recordatorios',
    stop: (token) => browserApi.cancelReminders({ params: { token } }),
  },
  'stop-alerts': {
    title: 'Dejar de recibir avisos',
    heading: 'Dejar de recibir avisos',
    about:
      'Borraremos tu correo de todos los avisos «Avísame cuando llegue» que pediste. Los correos de tu cuenta y tus pedidos no cambian.',
    button: 'Dejar de recibir avisos',
    stop: (token) => browserApi.stopStockAlerts({ body: { token } }),
    deadLink: 'Este enlace ya no sirve: venció, o ya dejaste de recibir avisos.',
  },
}

const pageOf = (matches: readonly ({ id: string } | undefined)[]) => PAGES[matches.at(-1)?.id ?? '']!

export const meta: MetaFunction = ({ matches }) => [
  { title: pageTitle(pageOf(matches).title) },
  { name: 'robots', content: 'noindex' },
]

/**
 * The page that ends mails by the link in one of them. Opening the page changes nothing, because programs that scan mails open links,
 * too: only the button does.
 */
export default function StopMails() {
  const { heading, about, button, stop, deadLink } = pageOf(useMatches())
  const { token = '' } = useParams()
  const hydrated = useHydrated()
  const [done, setDone] = useState<string>()
  const [isDead, setDead] = useState(false)
  const { run, working, failure } = useAction(async () => setDone((await stop(token)).message), {
    onRefused: ({ code }) => setDead(code === 'DEAD_LINK'),
  })

  return (
    <MailLinkPage>
      <div className="card mt-8 grid w-full max-w-[28rem] gap-4 p-4 sm:p-6">
        <h1 className="text-xl">{heading}</h1>
        {done ? (
          <Banner role="status" icon="check">
            {done}
          </Banner>
        ) : (
          <>
            <p className="text-soft">{about}</p>
            <Button onClick={() => run()} loading={working} disabled={!hydrated} wide>
              {button}
            </Button>
            <FieldError error={failure && isDead && deadLink ? deadLink : failure} />
          </>
        )}
        <Link to={href('/tienda')} className="link justify-self-center">
          Ir a la tienda
        </Link>
      </div>
    </MailLinkPage>
  )
}
