import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Key, keyBody } from '#contract/connections.ts'
import { SCOPES } from '#domain/scopes.ts'
import { browserApi } from '../../api/client.ts'
import { ModalButtons } from '../../forms/form-modal.tsx'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import type { List, Listing } from '../../listing/listing.ts'
import { orderDate, orderMoment } from '../../orders/order-date.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Columns } from '../../ui/data-table.tsx'
import { InputField, SelectField } from '../../ui/field.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { ChoiceList, ConnectionList, type Ending, ShownOnce } from './connection-fields.tsx'
import { SCOPE_WORDS } from './connection-words.ts'

/** The keys with which other systems call the shop. */
export const KeysTable = (props: { listing: Listing<Key> | undefined; list: List }) => (
  <ConnectionList
    {...props}
    title="Claves"
    text="Con una clave, una caja o un programa de contabilidad lee y cambia lo que sus permisos dicen. Solo «Ver pedidos» muestra datos de personas."
    empty="Ningún sistema tiene una clave"
    search="Buscar clave..."
    create="Crear clave"
    columnsOf={columnsOf}
    end={({ _id }) => browserApi.revokeKey({ params: { id: _id } })}
    question={({ name }) => ({
      title: `¿Revocar la clave de ${name}?`,
      text: 'El sistema que la usa dejará de entrar de inmediato. No se puede deshacer.',
      confirm: 'Revocar',
    })}
  >
    <KeyForm />
  </ConnectionList>
)

const hasEnded = ({ expires }: Key) => expires !== null && Date.parse(expires) <= Date.now()

function validity(key: Key) {
  if (key.revoked) return <Badge tone="red">Revocada</Badge>
  if (hasEnded(key)) return <Badge tone="yellow">Vencida</Badge>
  return key.expires ? orderDate(key.expires) : 'Nunca'
}

const columnsOf = ({ run, working, choice }: Ending<Key>): Columns<Key> => ({
  name: {
    header: 'Nombre',
    bare: true,
    cell: ({ name }) => name,
    className: 'wrap-anywhere font-semibold as-table:min-w-40',
  },
  scopes: {
    header: 'Permisos',
    cell: ({ scopes }) => scopes.map((scope) => SCOPE_WORDS[scope].name).join(', '),
    className: 'as-table:min-w-48',
  },
  created: { header: 'Creada', cell: ({ createdAt }) => orderDate(createdAt), className: 'tabular-nums' },
  lastUsed: {
    header: 'Último uso',
    cell: ({ lastUsed }) => (lastUsed ? orderMoment(lastUsed) : 'Nunca'),
    className: 'tabular-nums as-table:whitespace-nowrap',
  },
  expires: { header: 'Vence', cell: validity, className: 'tabular-nums' },
  options: {
    header: 'Opciones',
    bare: true,
    cell: (key) => (
      <RowMenu
        label={`Más opciones de ${key.name}`}
        working={working && choice?._id === key._id}
        items={[
          !key.revoked &&
            !hasEnded(key) && { name: 'Revocar', icon: 'lock', tone: 'danger', onClick: () => run(key) },
        ]}
      />
    ),
    className: 'as-table:w-16',
  },
})

const schema = keyBody.omit({ expires: true })

/** Days until a key expires, by the name of the choice; null for never. */
const ENDS = { Nunca: null, 'En 30 días': 30, 'En 90 días': 90, 'En un año': 365 } as const
type End = keyof typeof ENDS

const DAY_MS = 86_400_000

/** Creates a key for another system, in a modal, and shows it. */
function KeyForm() {
  const [created, setCreated] = useState<{ key: string; message: string }>()
  const [end, setEnd] = useState<End>('Nunca')
  const { revalidate } = useRevalidator()
  const form = useSchemaForm(schema, { name: '', scopes: [] })
  const submit = useSubmit(
    form,
    async (values) => {
      const days = ENDS[end]
      const expires = days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString()
      const { data, message } = await browserApi.createKey({ body: { ...values, expires } })
      setCreated({ key: data.key, message })
      form.reset()
      void revalidate()
    },
    { fieldOfCode: { NAME_TAKEN: 'name' } },
  )
  if (created)
    return (
      <ShownOnce
        label="Clave"
        message={created.message}
        value={created.key}
        hint="Se envía en cada llamada, en Authorization: Bearer."
      />
    )
  const writes = form.watch('scopes').includes('products:write')
  return (
    <form {...submit.formProps} aria-label="Crear clave" className="grid gap-4">
      <InputField
        label="Nombre"
        hint="El sistema que la usará, por ejemplo Caja del local. Así aparece en Actividad."
        {...submit.field('name')}
        autoComplete="off"
        required
        data-autofocus=""
      />
      <ChoiceList label="Permisos" values={SCOPES} words={SCOPE_WORDS} field={submit.field('scopes')} />
      {writes && (
        <p className="rounded-lg bg-amber-pale p-3 text-amber-ink text-sm">
          En estas llamadas <code>cost</code> es el precio de venta. No envíes ahí el «costo» de la caja, lo
          que se paga al proveedor: la tienda vendería a ese precio.
        </p>
      )}
      <SelectField
        label="Vence"
        value={end}
        onChange={(event) => setEnd(event.target.value as End)}
        options={Object.keys(ENDS)}
      />
      <ModalButtons submit="Crear clave" icon="lock" form={submit} />
    </form>
  )
}
