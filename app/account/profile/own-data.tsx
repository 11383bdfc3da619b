import { useState } from 'react'
import { href, Link } from 'react-router'
import type { Role } from '#domain/users.ts'
import { browserApi } from '../../api/client.ts'
import { DownloadButton } from '../../forms/download-button.tsx'
import { FormModal } from '../../forms/form-modal.tsx'
import { Button } from '../../ui/button.tsx'
import { EraseAccountForm } from './erase-account-form.tsx'

/** "Tus datos personales": a download of the data, and for customers the erasure of the account. */
export function OwnData({ role }: { role: Role }) {
  const [open, setOpen] = useState(false)
  return (
    <section aria-labelledby="tus-datos" className="card grid gap-4 p-4 sm:p-6">
      <h2 id="tus-datos" className="text-lg">
        Tus datos personales
      </h2>
      <p className="text-soft">
        Descarga todo lo que guardamos de tu cuenta, con tus imágenes, en un archivo zip.{' '}
        {role === 'Cliente'
          ? 'También puedes eliminarla.'
          : 'Las cuentas del personal las elimina quien administra la tienda.'}{' '}
        <Link to={href('/privacidad')} className="font-semibold text-brand underline">
          Política de privacidad
        </Link>
      </p>
      <div className="flex flex-wrap gap-3">
        <DownloadButton
          load={() => browserApi.exportAccount()}
          fileName={() => 'mis-datos.zip'}
          preparing="Preparando tus datos…"
          className="max-sm:w-full"
        >
          Descargar mis datos
        </DownloadButton>
        {role === 'Cliente' && (
          <Button look="secondary" icon="trash" className="max-sm:w-full" onClick={() => setOpen(true)}>
            Eliminar mi cuenta
          </Button>
        )}
      </div>
      <FormModal open={open} onClose={() => setOpen(false)} title="Eliminar mi cuenta">
        {open && <EraseAccountForm />}
      </FormModal>
    </section>
  )
}
