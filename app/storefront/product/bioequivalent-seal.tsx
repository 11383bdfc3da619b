import { useId } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icons.tsx'

/** The yellow seal as a button that opens its explanation. The browser opens and closes the popover, even without scripts. */
export function BioequivalentSeal() {
  const id = useId()
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label="Bioequivalente: qué significa"
        className="-my-2.5 inline-flex min-h-11 items-center rounded-full"
      >
        <Badge tone="seal">
          Bioequivalente
          <Icon name="info" className="size-4" />
        </Badge>
      </button>
      <div
        id={id}
        popover="auto"
        className="fades m-auto w-[calc(100%-3rem)] max-w-[26rem] rounded-lg border border-line bg-paper p-6 text-ink shadow"
      >
        <h2 className="text-lg">¿Qué es un bioequivalente?</h2>
        <p className="mt-2">
          Es un medicamento que demostró ante el Instituto de Salud Pública que actúa en el cuerpo igual que
          el de referencia, con el mismo principio activo, la misma dosis y la misma forma. Se reconoce por el
          sello amarillo de su envase.
        </p>
        <button
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          className="link mt-3 inline-flex min-h-11 items-center"
        >
          Cerrar
        </button>
      </div>
    </>
  )
}
