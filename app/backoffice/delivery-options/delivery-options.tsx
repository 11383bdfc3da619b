import { useState } from 'react'
import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import type { Pickup, Zone } from '#contract/delivery-options.ts'
import { namedCommunes } from '#domain/communes.ts'
import { counted, formatPrice } from '#domain/price.ts'
import { requireRole } from '../../account/require-role.ts'
import { browserApi } from '../../api/client.ts'
import { type Loaded, loadOrFailure } from '../../api/server-failure.ts'
import { FormModal } from '../../forms/form-modal.tsx'
import { pageTitle } from '../../pages/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { WhenLoaded } from '../../ui/list-failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { OptionsList } from './options-list.tsx'
import { PickupForm } from './pickup-form.tsx'
import { RatesUpload } from './rates-upload.tsx'
import { ZoneForm } from './zone-form.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Entregas') }]

export function clientLoader({ request: { signal } }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  return loadOrFailure(async () => (await browserApi.listAllDeliveryOptions({ signal })).data)
}
clientLoader.hydrate = true as const

export const HydrateFallback = Screen
export default Screen

/** The open form; null for a new pick-up point or zone. */
type Opened = { pickup: Pickup | null } | { zone: Zone | null }

/** The points to pick orders up, and the zones of delivery. */
function Screen({ loaderData: loaded }: { loaderData?: Loaded<{ pickups: Pickup[]; zones: Zone[] }> }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [uploading, setUploading] = useState(false)
  const addPickup = (
    <Button icon="plus" small onClick={() => setOpened({ pickup: null })} className="min-h-11">
      Agregar punto
    </Button>
  )
  const addZone = (
    <>
      <Button look="secondary" small onClick={() => setUploading(true)} className="min-h-11">
        Tarifas en Excel
      </Button>
      <Button icon="plus" small onClick={() => setOpened({ zone: null })} className="min-h-11">
        Agregar zona
      </Button>
    </>
  )
  return (
    <>
      <h1 className="text-xl">Entregas</h1>
      <p className="mt-1 mb-6 max-w-prose text-soft">
        Con una forma de entrega activa, la tienda pregunta cómo recibir el pedido, y suma el despacho al
        total.
      </p>
      <WhenLoaded of={loaded} loading={<Skeleton className="h-96" />}>
        {({ pickups, zones }) => (
          <>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
              <OptionsList
                title="Puntos de retiro"
                thing="el punto de retiro"
                rows={pickups}
                actions={addPickup}
                empty={{
                  text: 'Todavía no hay puntos de retiro.',
                  effect: 'Con uno, la tienda ofrece «Retiro en la farmacia», sin costo.',
                }}
                onEdit={(pickup) => setOpened({ pickup })}
              >
                {({ address, hours, ready }) => (
                  <>
                    <p>{address}</p>
                    <p className="text-sm text-soft">{hours}</p>
                    <p className="text-sm text-soft">Listo {ready}</p>
                  </>
                )}
              </OptionsList>
              <OptionsList
                title="Zonas de despacho"
                thing="la zona"
                rows={zones}
                actions={addZone}
                empty={{
                  text: 'Todavía no hay zonas de despacho.',
                  effect:
                    'Con una, la tienda ofrece «Despacho a domicilio» a sus comunas, con el precio que le pongas.',
                }}
                onEdit={(zone) => setOpened({ zone })}
              >
                {(zone) => <ZoneFacts {...zone} />}
              </OptionsList>
            </div>
            <FormModal
              open={opened !== null && 'pickup' in opened}
              onClose={() => setOpened(null)}
              title={
                opened && 'pickup' in opened && opened.pickup
                  ? 'Editar punto de retiro'
                  : 'Agregar punto de retiro'
              }
            >
              {opened && 'pickup' in opened && (
                <PickupForm pickup={opened.pickup} isFirst={pickups.length === 0} />
              )}
            </FormModal>
            <FormModal
              open={opened !== null && 'zone' in opened}
              onClose={() => setOpened(null)}
              title={
                opened && 'zone' in opened && opened.zone
                  ? 'Editar zona de despacho'
                  : 'Agregar zona de despacho'
              }
            >
              {opened && 'zone' in opened && <ZoneForm zone={opened.zone} zones={zones} />}
            </FormModal>
            <FormModal open={uploading} onClose={() => setUploading(false)} title="Tarifas por comuna">
              {uploading && <RatesUpload />}
            </FormModal>
          </>
        )}
      </WhenLoaded>
    </>
  )
}

/** The most communes that a row lists by name. */
const MAX_NAMED = 4

function ZoneFacts({ price, freeFrom, days, communes, cold }: Zone) {
  const count = counted(communes.length, 'comuna', 'comunas')
  return (
    <>
      <p className="flex flex-wrap gap-x-3 tabular-nums">
        <span className="font-semibold">{price === 0 ? 'Gratis' : formatPrice(price)}</span>
        {freeFrom !== null && <span>Gratis desde {formatPrice(freeFrom)}</span>}
        <span>{days}</span>
      </p>
      <p className="text-sm text-soft">
        <span className="font-semibold">{count}:</span> {namedCommunes(communes, MAX_NAMED)}
      </p>
      <p className="text-sm text-soft">{cold ? 'Lleva refrigerados' : 'Sin refrigerados'}</p>
    </>
  )
}
