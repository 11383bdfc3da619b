import { useState } from 'react'
import type { RatedZone, RatesPlan } from '#contract/delivery-rates.ts'
import { today } from '#contract/store-day.ts'
import { namedCommunes } from '#domain/communes.ts'
import { counted, formatPrice } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { DownloadButton } from '../../forms/download-button.tsx'
import { useSaved } from '../../forms/in-modal.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TableUpload, useTableUpload } from '../tables/table-upload.tsx'

/**
 * Downloads and uploads the rates by commune as a workbook, in a modal. A chosen file is read at once, and its changes are shown
 * before they are saved.
 */
export function RatesUpload() {
  const saved = useSaved()
  const [read, setRead] = useState<RatesPlan | null>(null)
  const upload = useTableUpload<never, { sheets: [] }, 'save'>({
    sendsAtOnce: true,
    send: async ({ file, parts, api, mounted, action }) => {
      if (action !== 'save') setRead(null)
      else if (read?.version) parts.append('version', read.version)
      parts.append('file', file)
      const { data, message } = await api.uploadRates({ form: parts })
      if (!mounted.current) return
      if (action === 'save') void saved('Guardado', message)
      else setRead(data)
    },
  })
  // After a refusal the plan is out of date.
  const plan = upload.refusal ? null : read
  return (
    <form {...upload.formProps} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-soft">
        Una fila por comuna, como las entrega un courier: <b>Comuna</b>, <b>Tarifa</b> y <b>Plazo</b>; si
        quieres, también Código, Zona y Gratis desde. Una comuna sin tarifa queda sin despacho, y las que no
        vienen quedan como están.
      </p>
      <div>
        <DownloadButton load={() => browserApi.exportRates({})} fileName={() => `tarifas-${today()}.xlsx`}>
          Descargar las tarifas de hoy
        </DownloadButton>
      </div>
      <TableUpload
        upload={upload}
        field={{
          label: 'Planilla de tarifas',
          prompt: 'Elegir archivo o soltarlo aquí',
          chosen: 'Excel (.xlsx) o CSV',
          accept:
            '.xlsx,.csv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        }}
        reading="Leyendo las tarifas…"
      />
      <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-3 empty:hidden">
        {plan && plan.problems.length === 0 && <Changes {...plan} />}
        {plan && plan.problems.length > 0 && (
          <>
            <p className="font-semibold text-coral">
              {counted(plan.problems.length, 'fila por corregir', 'filas por corregir')}. No se guarda nada
              hasta que la planilla esté bien.
            </p>
            <ul aria-label="Filas por corregir" className="divide-y divide-line">
              {plan.problems.map(({ row, value, reason }) => (
                <li key={`${row} ${reason}`} className="wrap-anywhere py-2">
                  <span className="font-semibold">Fila {row}</span>
                  {value && `, «${value}»`}: {reason}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {plan?.version && (
        <Button
          loading={upload.sending}
          onClick={() => upload.submit('save')}
          className="sm:justify-self-end"
        >
          Guardar tarifas
        </Button>
      )}
      {!plan && upload.file && upload.isRepeatable && (
        <Button type="submit" loading={upload.sending} className="sm:justify-self-end">
          Revisar nuevamente
        </Button>
      )}
    </form>
  )
}

function Changes({ zones, rows }: RatesPlan) {
  if (zones.length === 0)
    return <p>{`${counted(rows, 'comuna leída', 'comunas leídas')}. No cambia ninguna tarifa.`}</p>
  const after = new Set(zones.flatMap(({ after }) => (after.active ? after.communes : [])))
  const lost = zones.flatMap(({ before }) => before?.communes ?? []).filter((code) => !after.has(code))
  return (
    <>
      <p className="font-semibold">
        {`${counted(rows, 'comuna leída', 'comunas leídas')}, ${counted(zones.length, 'zona cambia', 'zonas cambian')}`}
      </p>
      <ul aria-label="Zonas que cambian" className="divide-y divide-line rounded-lg border border-line px-4">
        {zones.map(({ id, before, after }) => (
          <li key={id ?? after.name} className="wrap-anywhere py-3">
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              {after.name}
              {!before && <Badge tone="green">Nueva</Badge>}
              {!after.active && <Badge tone="yellow">Se desactiva</Badge>}
            </p>
            <ul className="text-sm tabular-nums">
              {(before ? differences(before, after) : facts(after)).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {lost.length > 0 && (
        <p className="text-coral">
          {`${counted(lost.length, 'comuna queda', 'comunas quedan')} sin despacho: ${namedCommunes(lost, MAX_NAMED)}.`}
        </p>
      )}
    </>
  )
}

/** The most communes that a change lists by name. */
const MAX_NAMED = 6

const freeFromInWords = (pesos: number | null) => (pesos === null ? 'nunca' : formatPrice(pesos))

const facts = ({ price, freeFrom, days, communes }: RatedZone) => [
  `${formatPrice(price)}${freeFrom === null ? '' : `, gratis desde ${formatPrice(freeFrom)}`}, ${days}`,
  `${counted(communes.length, 'comuna', 'comunas')}: ${namedCommunes(communes, MAX_NAMED)}`,
]

function differences(before: RatedZone, after: RatedZone): string[] {
  if (!after.active) return ['La planilla no le deja comunas.']
  const added = after.communes.filter((code) => !before.communes.includes(code))
  const removed = before.communes.filter((code) => !after.communes.includes(code))
  return [
    before.price !== after.price && `Precio: ${formatPrice(before.price)} → ${formatPrice(after.price)}`,
    before.freeFrom !== after.freeFrom &&
      `Gratis desde: ${freeFromInWords(before.freeFrom)} → ${freeFromInWords(after.freeFrom)}`,
    before.days !== after.days && `Plazo: ${before.days} → ${after.days}`,
    added.length > 0 && `Entran ${added.length}: ${namedCommunes(added, MAX_NAMED)}`,
    removed.length > 0 && `Salen ${removed.length}: ${namedCommunes(removed, MAX_NAMED)}`,
  ].filter((line) => line !== false)
}
