import { useId, useState } from 'react'
import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import type { Pickup, Zone } from '#contract/delivery-options.ts'
import { namedCommunes } from '#domain/communes.ts'
import { counted, formatPrice } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { loadOrFailure } from '../../api/server-failure.ts'
import { FormModal } from '../../forms/form-modal.tsx'
import { useSavedAtOnce } from '../../forms/use-saved-at-once.ts'
import { EditButton } from '../../listing/listing-table.tsx'
import { SortableList } from '../../listing/sortable-list.tsx'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { WhenLoaded } from '../../ui/list-failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PickupForm, ZoneForm } from './option-forms.tsx'
import { RatesUpload } from './rates-upload.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Entregas') }]

export const clientLoader = ({ request: { signal } }: ClientLoaderFunctionArgs) =>
  loadOrFailure(async () => (await browserApi.listAllDeliveryOptions({ signal })).data)

export const HydrateFallback = Screen
export default Screen

/** The open modal: the form of a row, of a new one for null, or the upload of rates. */
type Opened = { as: 'pickup'; row: Pickup | null } | { as: 'zone'; row: Zone | null } | { as: 'rates' }

function titleOf(opened: Opened): string {
  if (opened.as === 'rates') return 'Tarifas por comuna'
  const thing = opened.as === 'pickup' ? 'punto de retiro' : 'zona de despacho'
  return `${opened.row ? 'Editar' : 'Agregar'} ${thing}`
}

/** The points to pick orders up, and the zones of delivery. */
function Screen({ loaderData: loaded }: ScreenProps<typeof clientLoader>) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const addPickup = (
    <Button icon="plus" small onClick={() => setOpened({ as: 'pickup', row: null })} className="min-h-11">
      Agregar punto
    </Button>
  )
  const addZone = (
    <>
      <Button look="secondary" small onClick={() => setOpened({ as: 'rates' })} className="min-h-11">
        Tarifas en Excel
      </Button>
      <Button icon="plus" small onClick={() => setOpened({ as: 'zone', row: null })} className="min-h-11">
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
                empty="Todavía no hay puntos de retiro. Con uno, la tienda ofrece «Retiro en la farmacia», sin costo."
                onEdit={(row) => setOpened({ as: 'pickup', row })}
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
                empty="Todavía no hay zonas de despacho. Con una, la tienda ofrece «Despacho a domicilio» a sus comunas, con el precio que le pongas."
                onEdit={(row) => setOpened({ as: 'zone', row })}
              >
                {(zone) => <ZoneFacts {...zone} />}
              </OptionsList>
            </div>
            <FormModal
              open={opened !== null}
              onClose={() => setOpened(null)}
              title={opened ? titleOf(opened) : ''}
            >
              {opened?.as === 'pickup' && <PickupForm pickup={opened.row} isFirst={pickups.length === 0} />}
              {opened?.as === 'zone' && <ZoneForm zone={opened.row} zones={zones} />}
              {opened?.as === 'rates' && <RatesUpload />}
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

type Option = { _id: string; name: string; active: boolean }

/** The pick-up points or the zones, in the order in which the shop offers them. */
function OptionsList<Row extends Option>({
  title,
  thing,
  rows,
  actions,
  empty,
  onEdit,
  children,
}: {
  title: string
  /** The noun for a row, with its article: `la zona`. */
  thing: string
  rows: readonly Row[]
  actions: React.ReactNode
  /** The text of an empty list: how a first row changes the shop. */
  empty: string
  onEdit: (row: Row) => void
  children: (row: Row) => React.ReactNode
}) {
  const titleId = useId()
  // The order that the person chose, while it is being saved.
  const [ids, setOrder] = useSavedAtOnce((ids: string[]) =>
    browserApi.orderDeliveryOptions({ body: { ids } }),
  )
  const ordered = ids ? ids.flatMap((id) => rows.find(({ _id }) => _id === id) ?? []) : rows
  return (
    <section aria-labelledby={titleId} className="card p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={titleId} className="text-lg">
          {title}
        </h2>
        {rows.length > 0 && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {rows.length === 0 ? (
        <div className="grid justify-items-center gap-4 px-2 py-10 text-center">
          <p className="max-w-prose text-soft">{empty}</p>
          <div className="flex flex-wrap justify-center gap-2">{actions}</div>
        </div>
      ) : (
        <SortableList
          rows={ordered}
          onOrder={setOrder}
          labelledBy={titleId}
          thing={thing}
          handle={({ name }) => <span className="sr-only">Mover {name}</span>}
        >
          {(row) => (
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
              <div className="wrap-anywhere min-w-0 basis-56 grow">
                <p className="flex flex-wrap items-center gap-x-2 font-semibold">
                  {row.name}
                  {!row.active && <Badge>Inactivo</Badge>}
                </p>
                <div className={row.active ? '' : 'text-soft'}>{children(row)}</div>
              </div>
              <EditButton of={row.name} onClick={() => onEdit(row)} />
            </div>
          )}
        </SortableList>
      )}
    </section>
  )
}
