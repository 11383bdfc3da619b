import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import type { ProductLot } from '#contract/lots.ts'
import type { Order } from '#contract/orders.ts'
import { barcodeKeys } from '#domain/barcodes.ts'
import { readGs1 } from '#domain/gs1.ts'
import { browserApi } from '../../api/client.ts'
import { useReloadable } from '../../api/use-loaded.ts'
import { useAction } from '../../forms/use-action.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import type { StaffLots } from '../../orders/order-details.tsx'
import { lotInWords, lotsOf, TakenLots } from '../../orders/taken-lots.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError, InputField } from '../../ui/field.tsx'
import { useFocusBack } from '../../ui/focus-back.ts'

type Line = Order['products'][number]

/** The barcode and the lots of each product of a pending order, by the product's id. */
type Found = Map<string, { barcode: string; lots: ProductLot[] }>

/** A change of a line's lots: the units by the lot's id, where the empty id stands for no lot. */
type Change = { line: Line; units: Map<string, number>; onDone?: () => void }

/**
 * The lots that an order's lines take. While it is pending they can be changed: in each line by a select, or by scanning a pack. A refusal is
 * shown in the line.
 */
export function useOrderLots(order: Order): StaffLots {
  const { revalidate } = useRevalidator()
  const lines = changeable(order)
  const loaded = useReloadable(
    (signal) => loadFound(order, lines, signal),
    `${order._id} ${JSON.stringify(lines.map(({ lots }) => lots))}`,
  )
  const [changed, setChanged] = useState<string>()
  const { run, working, failure } = useAction<Change>(
    async ({ line: { productId }, units, onDone }) => {
      setChanged(productId)
      const lots = [...units]
        .map(([_id, units]) => ({ _id, units }))
        .filter((lot) => lot._id && lot.units > 0)
      await browserApi.setOrderLots({ params: { id: order._id }, body: { lines: [{ productId, lots }] } })
      await revalidate()
      onDone?.()
    },
    {
      onRefused: () => {
        // The lots have changed, or the order has.
        loaded.reload()
        return revalidate()
      },
    },
  )
  return {
    field: lines.length > 0 && (
      <ScanLot
        lines={lines}
        load={() => loadFound(order, lines)}
        loadFailure={loaded.failure}
        working={working}
        onChange={run}
      />
    ),
    of: (line) => (
      <>
        {loaded.value && lines.includes(line) ? (
          <LotSelects
            line={line}
            lots={loaded.value.get(line.productId)?.lots ?? []}
            working={working}
            changing={working && changed === line.productId}
            onChange={run}
          />
        ) : (
          <TakenLots line={line} />
        )}
        {changed === line.productId && <FieldError error={failure} />}
      </>
    ),
  }
}

const changeable = ({ status, products }: Order) =>
  status === 'pending' ? products.filter(({ hasLots, lots }) => hasLots || lots.length > 0) : []

async function loadFound({ _id }: Order, lines: readonly Line[], signal?: AbortSignal): Promise<Found> {
  if (lines.length === 0) return new Map()
  const [slips, ...lots] = await Promise.all([
    browserApi.readPackingSlips({ query: { ids: _id }, signal }),
    ...lines.map(({ productId: id }) => browserApi.listProductLots({ params: { id }, signal })),
  ])
  const packed = slips.data[0]?.lines
  return new Map(
    lines.map(({ productId }, index) => [
      productId,
      {
        barcode: packed?.find((one) => one.productId === productId)?.barcode ?? '',
        lots: lots[index]?.data ?? [],
      },
    ]),
  )
}

/**
 * Moves units of a line to a lot, or to none: as many as the lot has of those of `from`, by default of all units of the line, those without
 * a lot and of the lots that expire last first.
 */
function moveUnits(line: Line, to: ProductLot | undefined, from = lotsOf(line).toReversed()): Change {
  const units = new Map(lotsOf(line).map(({ _id, units }) => [_id, units]))
  const id = to?._id ?? ''
  let room = to?.units ?? line.quantity
  for (const part of from.filter(({ _id }) => _id !== id)) {
    const moved = Math.min(part.units, room)
    room -= moved
    units.set(part._id, part.units - moved)
    units.set(id, (units.get(id) ?? 0) + moved)
  }
  return { line, units }
}

/**
 * A select for each lot of a line. It moves the lot's units to another lot, as many as that lot has. The selects stand below the
 * prices, whose cells are aligned to the top, so they may be wider than their column.
 */
function LotSelects({
  line,
  lots,
  working,
  changing,
  onChange,
}: {
  line: Line
  lots: readonly ProductLot[]
  working: boolean
  changing: boolean
  onChange: (change: Change) => void
}) {
  const select = useFocusBack<HTMLSelectElement>(changing)
  const [last, setLast] = useState(0)
  const parts = lotsOf(line)
  return (
    <span className="relative z-1 mt-1 grid w-0 min-w-full gap-1">
      {parts.map((part, index) => (
        <select
          key={part._id}
          ref={index === Math.min(last, parts.length - 1) ? select : undefined}
          aria-label={`Lote de ${line.productName}${index > 0 ? ` (${index + 1})` : ''}`}
          value={part._id}
          disabled={working}
          onChange={(event) => {
            setLast(index)
            const to = lots.find(({ _id }) => _id === event.target.value)
            onChange(moveUnits(line, to, [part]))
          }}
          className="control block min-h-10 py-1 pr-1 pl-2.5 font-normal text-sm sm:w-80 print:border-0 print:p-0"
        >
          <option value={part._id}>{`${part.words}: ${part.units} un.`}</option>
          {lots
            .filter(({ _id, units }) => _id !== part._id && units > 0)
            .map((lot) => (
              <option key={lot._id} value={lot._id} disabled={lot.expired || lot.recalled}>
                {lotInWords(lot)} (
                {lot.recalled ? 'retirado' : lot.expired ? 'vencido' : `quedan ${lot.units}`})
              </option>
            ))}
          {part._id !== '' && <option value="">sin lote</option>}
        </select>
      ))}
    </span>
  )
}

/** A field into which packs are scanned, or a lot's code is typed: the line of the product then takes this lot. */
function ScanLot({
  lines,
  load,
  loadFailure,
  working,
  onChange,
}: {
  lines: readonly Line[]
  load: () => Promise<Found>
  loadFailure: string | undefined
  working: boolean
  onChange: (change: Change) => void
}) {
  const form = useForm({ defaultValues: { code: '' } })
  const { formProps, field, failure } = useSubmit(
    form,
    async ({ code }) => {
      // The next scan replaces the text, which stays until the change is made.
      form.setFocus('code', { shouldSelect: true })
      if (working) return form.setError('code', { message: 'Espera un momento y escanea de nuevo.' })
      const match = findLot(code, lines, await load())
      const change = typeof match === 'string' ? match : takeLot(match)
      if (typeof change === 'string') return form.setError('code', { message: change })
      onChange({
        ...change,
        onDone: () => {
          if (form.getValues('code') === code) form.reset()
        },
      })
    },
    { asks: false },
  )
  const { error, ...typed } = field('code')
  return (
    <form {...formProps} aria-label="Cambiar lotes" className="flex items-start gap-2 print:hidden">
      <InputField
        {...typed}
        label="Escanear o escribir un lote"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={200}
        error={error ?? failure ?? loadFailure}
        className="min-w-0 grow sm:max-w-sm"
      />
      <Button type="submit" look="secondary" className="mt-[1.65rem] shrink-0 whitespace-nowrap px-4">
        Usar lote
      </Button>
    </form>
  )
}

type Match = { line: Line; lot: ProductLot }

/** Finds the line and the lot of a scanned GS1 code or a typed lot code. Returns a sentence if none match, or several products do. */
function findLot(typed: string, lines: readonly Line[], found: Found): Match | string {
  const code = typed.trim()
  if (code === '') return 'Escanea un envase o escribe un lote.'
  const all = lines.flatMap((line) => (found.get(line.productId)?.lots ?? []).map((lot) => ({ line, lot })))
  const byCode = all.filter(({ lot }) => lot.lot.toLowerCase() === code.toLowerCase())
  if (byCode.length > 0) return chosenOf(byCode)
  const scanned = readGs1(typed, new Date().getFullYear())
  if (!scanned) return `Ningún producto del pedido tiene el lote ${code}.`
  const { gtin, lot = '', expires } = scanned
  const keys = gtin === undefined ? undefined : barcodeKeys(gtin)
  const own = lines.filter(
    ({ productId }) =>
      !keys || barcodeKeys(found.get(productId)?.barcode ?? '').some((key) => keys.includes(key)),
  )
  if (own.length === 0) return 'El producto de este envase no está en el pedido.'
  if (lot === '' && !expires) return 'El código no dice el lote ni el vencimiento.'
  const matches = all.filter(
    (one) =>
      own.includes(one.line) &&
      one.lot.lot.toLowerCase() === lot.toLowerCase() &&
      (!expires || one.lot.expires === expires),
  )
  if (matches.length > 0) return chosenOf(matches)
  const words = lotInWords({ lot, expires: expires ?? null })
  return own.length === 1
    ? `${own[0]!.productName} no tiene el ${words}.`
    : `Ningún producto del pedido tiene el ${words}.`
}

/** Of several lots of one product, the first to expire that can be sold. */
function chosenOf(matches: Match[]): Match | string {
  const products = new Set(matches.map(({ line }) => line.productId))
  if (products.size > 1)
    return 'Varios productos del pedido tienen este lote: escanea el envase o elige en la línea.'
  return matches.find(({ lot }) => lot.units > 0 && !lot.expired && !lot.recalled) ?? matches[0]!
}

/** Takes as many of the line's units as possible from the lot. Returns a sentence if nothing can change. */
function takeLot({ line, lot }: Match): Change | string {
  const own = line.lots.find(({ _id }) => _id === lot._id)?.units
  if (own === line.quantity) return `${line.productName} ya lleva el ${lotInWords(lot)}.`
  if (lot.units === 0) return `Del ${lotInWords(lot)} de ${line.productName} no quedan más unidades.`
  return moveUnits(line, lot)
}
