import { useState } from 'react'
import { useFieldArray, useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import type { ProductLot } from '#contract/lots.ts'
import type { Product } from '#contract/products.ts'
import { writtenDay } from '#domain/lots.ts'
import { counted, formatWhole } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { useReloadable } from '../../api/use-loaded.ts'
import { FormModal, ModalButtons } from '../../forms/form-modal.tsx'
import { useSave } from '../../forms/use-save.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton, RetryButton } from '../../ui/button.tsx'
import { type Columns, DataTable } from '../../ui/data-table.tsx'
import { InputField } from '../../ui/field.tsx'
import { typedExpiry, WRONG_EXPIRY } from './receipt-lines.ts'

/**
 * The lots of a product's stock, or one line for a product without lots. They are saved apart from the product's form, whose
 * unsaved values stay.
 */
export function ProductLots({ product }: { product: Product }) {
  const { _id: id, version, stock, sellable = stock } = product
  const { value, failure, reload } = useReloadable(
    (signal) => browserApi.listProductLots({ params: { id }, signal }),
    `${id} ${version}`,
  )
  const [editing, setEditing] = useState(false)
  const lots = (failure ? undefined : value)?.data.filter(({ units }) => units > 0) ?? []
  const edit = (
    <Button look="secondary" small icon={lots.length > 0 ? 'edit' : 'plus'} onClick={() => setEditing(true)}>
      {lots.length > 0 ? 'Editar lotes' : 'Agregar lotes'}
    </Button>
  )
  return (
    <section aria-label="Lotes" className="mt-10 grid gap-4">
      {failure ? (
        <p role="alert" className="flex flex-wrap items-center gap-4 text-soft">
          {failure}
          <RetryButton small onRetry={reload} />
        </p>
      ) : lots.length === 0 ? (
        <div className="flex flex-wrap items-center gap-4">
          <h2 className="text-lg">Lotes</h2>
          <p className="text-soft">{value ? 'Sin lotes' : 'Cargando…'}</p>
          {value && edit}
        </div>
      ) : (
        <DataTable
          label="Lotes"
          columns={columns}
          rows={lots}
          rowKey={({ _id }) => _id}
          empty=""
          tableFrom="narrow"
          toolbar={
            <>
              <div>
                <h2 className="text-lg">Lotes</h2>
                <p className="text-soft">{inWords(product, lots)}</p>
              </div>
              {edit}
            </>
          }
        />
      )}
      {sellable !== stock && lots.length === 0 && <p className="text-soft">{inWords(product, lots)}</p>}
      <FormModal open={editing} onClose={() => setEditing(false)} title="Lotes" wide>
        {editing && <LotsForm product={product} lots={lots} />}
      </FormModal>
    </section>
  )
}

const units = (count: number) => counted(count, 'unidad', 'unidades')

/** The stock in words: the units on sale if they differ from the stock, expired and recalled units, and units without a lot. */
function inWords({ stock, sellable = stock, expired = 0, recalled = 0 }: Product, lots: ProductLot[]) {
  const rest = stock - lots.reduce((sum, lot) => sum + lot.units, 0)
  return [
    `Stock: ${units(stock)}`,
    sellable !== stock && `se pueden vender ${formatWhole(sellable)}`,
    expired > 0 && counted(expired, 'vencida', 'vencidas'),
    recalled > 0 && counted(recalled, 'retirada del mercado', 'retiradas del mercado'),
    rest > 0 && `${formatWhole(rest)} sin lote`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const columns: Columns<ProductLot> = {
  lot: {
    header: 'Lote',
    cell: ({ lot, recalled, expired }) => (
      <span className="inline-flex flex-wrap items-center gap-2 wrap-anywhere">
        {lot || '—'}
        {recalled ? <Badge tone="red">Retirado</Badge> : expired && <Badge tone="red">Vencido</Badge>}
      </span>
    ),
  },
  expires: {
    header: 'Vencimiento',
    cell: ({ expires }) => (expires ? writtenDay(expires) : '—'),
    className: 'tabular-nums',
  },
  units: { header: 'Unidades', align: 'end', cell: (lot) => formatWhole(lot.units) },
}

type Typed = { lots: { lot: string; expires: string; units: string }[] }

/** Sets the lots of the stock. Recalled lots stay as they are, and aren't shown. */
function LotsForm({ product: { _id: id, version, stock }, lots }: { product: Product; lots: ProductLot[] }) {
  const { revalidate } = useRevalidator()
  const form = useForm<Typed>({
    defaultValues: {
      lots: [
        ...lots
          .filter(({ recalled }) => !recalled)
          .map(({ lot, expires, units }) => ({
            ...{ lot, units: String(units) },
            expires: expires === null ? '' : writtenDay(expires),
          })),
        ...(lots.length === 0 ? [EMPTY] : []),
      ],
    },
  })
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'lots' })
  const submit = useSave(
    form,
    'Guardado',
    (values) => {
      const lots = values.lots.map((lot) => ({ ...lot, expires: typedExpiry(lot.expires) ?? null }))
      return browserApi.setProductLots({ params: { id }, body: { lots, version } })
    },
    {
      saveKey: true,
      onRefused: async ({ code, issues }) => {
        for (const { path, message } of issues) form.setError(path as `lots.${number}.lot`, { message })
        // The units were typed for an older stock; the reload gives the next save the present version.
        if (code === 'PRODUCT_CHANGED') await revalidate()
      },
    },
  )
  return (
    <form {...submit.formProps} aria-label="Lotes" className="grid gap-4">
      <p className="text-soft">
        El stock es de {units(stock)}. Lo que no esté en un lote queda sin lote; los lotes con 0 unidades se
        quitan.
      </p>
      {fields.map(({ id }, place) => (
        <fieldset
          key={id}
          className="grid grid-cols-[1fr_1fr_auto] items-start gap-3 sm:grid-cols-[1fr_1fr_8rem_auto]"
        >
          <legend className="sr-only">Lote {place + 1}</legend>
          <InputField
            label="Lote"
            {...submit.field(`lots.${place}.lot`)}
            maxLength={40}
            autoComplete="off"
            className="max-sm:col-span-3"
            {...(place === 0 && { 'data-autofocus': '' })}
          />
          <InputField
            label="Vencimiento"
            {...submit.field(`lots.${place}.expires`, {
              validate: (text) => typedExpiry(text) !== undefined || WRONG_EXPIRY,
            })}
            placeholder="08/2027"
            autoComplete="off"
          />
          <InputField
            label="Unidades"
            {...submit.field(`lots.${place}.units`)}
            inputMode="numeric"
            autoComplete="off"
          />
          <IconButton
            icon="trash"
            label={`Quitar lote ${place + 1}`}
            onClick={() => remove(place)}
            className="mt-6.5"
          />
        </fieldset>
      ))}
      <Button look="secondary" small icon="plus" onClick={() => append(EMPTY)} className="justify-self-start">
        Agregar otro lote
      </Button>
      <ModalButtons submit="Guardar lotes" form={submit} />
    </form>
  )
}

const EMPTY = { lot: '', expires: '', units: '' }
