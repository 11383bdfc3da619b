import { useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import type { CallAnswer } from '#contract/call.ts'
import type { ImportReport } from '#contract/import-report.ts'
import type { importCalls } from '#contract/imports.ts'
import { counted, formatWhole } from '#domain/price.ts'
import { browserApi } from '../../../api/client.ts'
import { ActionButton } from '../../../forms/action-button.tsx'
import { IconButton, LinkButton } from '../../../ui/button.tsx'
import type { Columns } from '../../../ui/data-table.tsx'
import { notice } from '../../../ui/notice.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { PRODUCTS } from '../product-filters.ts'
import { productColumn } from './changes-table.tsx'
import { MissingData, Sheets } from './import-facts.tsx'
import { LoweredLots } from './lots.tsx'
import { RefusedRows } from './refused-rows.tsx'
import { RestocksTable } from './restocks.tsx'
import { LimitedTable, Section } from './section.tsx'

type Undone = CallAnswer<typeof importCalls.undoImport>['data']

/**
 * The report of an import, with the buttons that undo it.
 *
 * @param notable leaves out the sheets that were read as usual
 * @param onChange called with the report after a press of 'Deshacer' or 'Dejar el stock como estaba'; resolves when the screen
 * shows it
 */
export function Report({
  report,
  notable = false,
  onChange,
}: {
  report: ImportReport
  notable?: boolean
  onChange: (report: ImportReport) => Promise<void>
}) {
  const { restocks, errors, canUndo, canKeepStock } = report
  const [undone, setUndone] = useState<Undone | null>(null)
  const params = { id: report._id }
  const products = report.created + report.updated
  const done = async (message: string, next: ImportReport) => {
    await onChange(next)
    await notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
  }
  async function undo() {
    const { message, data } = await browserApi.undoImport({ params })
    setUndone(data)
    await done(message, { ...report, state: 'undone', canUndo: false, canKeepStock: false })
  }
  async function keepStock() {
    const { message, data } = await browserApi.keepStock({ params })
    await done(message, data)
  }

  return (
    <div className="grid gap-6 empty:hidden">
      {canUndo && (
        <div className="flex flex-wrap items-center gap-3">
          <LinkButton to={PRODUCTS.url({ import: report._id })} look="secondary" icon="box">
            {products === 1 ? 'Ver el producto' : `Ver los ${formatWhole(products)} productos`}
          </LinkButton>
          <ActionButton
            look="secondary"
            act={undo}
            ask={{
              title: '¿Deshacer esta importación?',
              text: consequencesOf(report),
              confirm: 'Deshacer',
            }}
          >
            Deshacer
          </ActionButton>
        </div>
      )}
      {undone && <Outcome undone={undone} />}
      {report.state !== 'undone' && <MissingData report={report} />}
      <Sheets sheets={report.sheets} notable={notable} />
      {restocks.length > 0 && report.state === 'saved' && (
        <Section
          title="Stock repuesto"
          text={`La planilla subió el stock de ${counted(restocks.length, 'producto', 'productos')} sobre lo que dejaron las ventas: contado, lo que quedaba, y lo que dice la planilla.`}
        >
          {canKeepStock && (
            <div className="grid justify-items-start gap-1">
              <ActionButton look="secondary" act={keepStock}>
                Dejar el stock como estaba
              </ActionButton>
            </div>
          )}
          <RestocksTable restocks={restocks} />
        </Section>
      )}
      {report.lowered && report.lowered.length > 0 && report.state === 'saved' && (
        <LoweredLots lots={report.lowered} />
      )}
      {errors.length > 0 && (
        <Section
          title="Filas rechazadas"
          text="No se importaron. Descárgalas, corrígelas y envíalas de nuevo."
        >
          <RefusedRows report={report} />
        </Section>
      )}
    </div>
  )
}

/** The report of a workbook that was just uploaded, above the product list until it is closed. */
export function ReportCard({
  report,
  onChange,
  onClose,
}: {
  report: ImportReport
  onChange: (report: ImportReport) => Promise<void>
  onClose: () => void
}) {
  const { _id, created, updated, unchanged } = report
  return (
    <section aria-labelledby="importacion" className="card mb-6 grid gap-4 p-4 sm:p-5">
      <header className="flex items-start justify-between gap-4">
        <div>
          <h2 id="importacion" className="text-lg">
            Resultado de la importación
          </h2>
          <p className="mt-1 text-soft">
            {formatWhole(created)} creados, {formatWhole(updated)} actualizados, {formatWhole(unchanged)} sin
            cambios.{' '}
            <TextLink to={href('/dashboard/products/imports/:id', { id: _id })}>Ver la importación</TextLink>
          </p>
        </div>
        <IconButton icon="close" label="Cerrar el resultado" onClick={onClose} className="-mt-2 -mr-2" />
      </header>
      <Report report={report} notable onChange={onChange} />
    </section>
  )
}

function consequencesOf({ created, updated }: ImportReport): string {
  const actions = [
    created > 0 &&
      `${created === 1 ? 'se quita' : 'se quitan'} ${counted(created, 'producto nuevo', 'productos nuevos')}`,
    updated > 0 && `${counted(updated, 'producto vuelve', 'productos vuelven')} a sus datos anteriores`,
  ].filter((action) => action !== false)
  const sentence = actions.join(' y ') || 'los productos vuelven a sus datos anteriores'
  return `${sentence[0]!.toUpperCase()}${sentence.slice(1)}. Los que se modificaron, vendieron o pidieron después quedan como están.`
}

/** The result of undoing an import, with the products that were left unchanged. The result takes the focus, because the button is gone. */
function Outcome({ undone: { restored, removed, left } }: { undone: Undone }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label="Resultado de deshacer"
      className="grid scroll-mt-20 gap-3 rounded-lg bg-mint p-4 outline-none"
    >
      <p role="status">
        {counted(
          restored,
          'producto volvió a sus datos anteriores',
          'productos volvieron a sus datos anteriores',
        )}{' '}
        y {counted(removed, 'producto nuevo se quitó', 'productos nuevos se quitaron')}.{' '}
        {left.length > 0 &&
          `${counted(left.length, 'producto quedó como estaba', 'productos quedaron como estaban')}:`}
      </p>
      {left.length > 0 && (
        <LimitedTable
          label="Productos que quedaron como estaban"
          columns={leftColumns}
          rows={left}
          rowKey={({ productId }) => productId}
        />
      )}
    </section>
  )
}

const leftColumns: Columns<Undone['left'][number]> = {
  product: { ...productColumn, className: 'as-table:w-1/2' },
  reason: { header: 'Motivo', bare: true, cell: ({ reason }) => reason },
}
