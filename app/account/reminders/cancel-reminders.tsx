import { useState } from 'react'
import { href, type MetaFunction, useParams } from 'react-router'
import { browserApi } from '../../api/client.ts'
import { useHydrated } from '../../browser/hydrated.ts'
import { useAction } from '../../forms/use-action.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { MailLinkPage } from '../../ui/mail-link-page.tsx'

export const meta: MetaFunction = () => [
  { title: pageTitle('Recordatorios') },
  { name: 'robots', content: 'noindex' },
]

/**
 * Cancels an account's reminders by the link in a mail. Opening the page changes nothing, because
 * programs that scan mails open links, too.
 */
export default function CancelReminders() {
  const token = useParams().token ?? ''
  const hydrated = useHydrated()
  const [done, setDone] = useState<string>()
  const { run, working, failure } = useAction(async () =>
    setDone((await browserApi.cancelReminders({ params: { token } })).message),
  )

  return (
    <MailLinkPage>
      <div className="card mt-8 grid w-full max-w-[28rem] gap-4 p-4 sm:p-6">
        <h1 className="text-xl">Recordatorios de tus pedidos</h1>
        <p role="status" className={done ? 'font-semibold' : 'text-soft'}>
          {done ??
            'Puedes cancelar todos los recordatorios que pediste. Tus pedidos y tu cuenta quedan como están.'}
        </p>
        {done ? (
          <LinkButton to={href('/tienda')} look="secondary">
            Ir a la tienda
          </LinkButton>
        ) : (
          <Button wide loading={working} disabled={!hydrated} onClick={() => run()}>
            Cancelar mis recordatorios
          </Button>
        )}
        <FieldError error={failure} />
      </div>
    </MailLinkPage>
  )
}
