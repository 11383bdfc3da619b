import { useState } from 'react'
import { href, Link, type MetaFunction, useParams } from 'react-router'
import { browserApi } from '../../api/client.ts'
import { useHydrated } from '../../browser/hydrated.ts'
import { useAction } from '../../forms/use-action.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { MailLinkPage } from '../../ui/mail-link-page.tsx'

export const meta: MetaFunction = () => [
  { title: pageTitle('Dejar de recibir avisos') },
  { name: 'robots', content: 'noindex' },
]

/**
 * The page that a stock alert's mail links to. Opening the page changes nothing, because programs that scan mails open links:
 * only the button ends the alerts.
 */
export default function StopAlerts() {
  const { token = '' } = useParams()
  const hydrated = useHydrated()
  const [done, setDone] = useState<string>()
  const [isDead, setDead] = useState(false)
  const { run, working, failure } = useAction(
    async () => setDone((await browserApi.stopStockAlerts({ body: { token } })).message),
    { onRefused: ({ code }) => setDead(code === 'DEAD_LINK') },
  )

  return (
    <MailLinkPage>
      <div className="card mt-8 grid w-full max-w-[28rem] gap-4 p-4 sm:p-6">
        <h1 className="text-xl">Dejar de recibir avisos</h1>
        {done ? (
          <p role="status" className="flex gap-3 rounded-lg bg-mint p-3">
            <Icon name="check" className="text-brand" />
            {done}
          </p>
        ) : (
          <>
            <p className="text-soft">
              Borraremos tu correo de todos los avisos «Avísame cuando llegue» que pediste. Los correos de tu
              cuenta y tus pedidos no cambian.
            </p>
            <Button onClick={() => run()} loading={working} disabled={!hydrated} wide>
              Dejar de recibir avisos
            </Button>
            <FieldError error={failure && isDead ? DEAD_LINK : failure} />
          </>
        )}
        <Link
          to={href('/tienda')}
          className="justify-self-center rounded-lg font-semibold text-brand underline underline-offset-4"
        >
          Ir a la tienda
        </Link>
      </div>
    </MailLinkPage>
  )
}

const DEAD_LINK = 'Este enlace ya no sirve: venció, o ya dejaste de recibir avisos.'
