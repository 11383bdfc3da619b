import { useState } from 'react'
import { download } from '../../forms/download.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { type ImportResult, reportFile } from './import-report.ts'

/** Number of problems shown at first, and added by each press of the button. */
const FIRST = 10
const MORE = 100

/** The result of an import, above the product list until it is closed. */
export function ImportReport({ report, onClose }: { report: ImportResult; onClose: () => void }) {
  const { created, updated, unchanged } = report
  return (
    <section aria-labelledby="importacion" className="card mb-6 p-4 sm:p-5">
      <header className="flex items-start justify-between gap-4">
        <div>
          <h2 id="importacion" className="text-lg">
            Resultado de la importación
          </h2>
          <p className="mt-1 text-soft">
            {created} creados, {updated} actualizados, {unchanged} sin cambios.
          </p>
        </div>
        <IconButton icon="close" label="Cerrar el resultado" onClick={onClose} className="-mt-2 -mr-2" />
      </header>
      <RefusedRows report={report} />
    </section>
  )
}

/** The refused rows, with a button that downloads all of them. */
export function RefusedRows({ report }: { report: ImportResult }) {
  const { errors } = report
  const [shown, setShown] = useState(FIRST)
  if (errors.length === 0) return null
  return (
    <div className="mt-4 grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex items-center gap-2 font-semibold text-coral">
          <Icon name="warning" className="size-5" />
          {errors.length === 1
            ? '1 problema en las filas del archivo'
            : `${errors.length.toLocaleString('es-CL')} problemas en las filas del archivo`}
        </p>
        <Button
          look="secondary"
          small
          icon="download"
          onClick={() => download(reportFile(report), 'filas-rechazadas.csv')}
        >
          Descargar filas rechazadas
        </Button>
      </div>
      <div className="overflow-clip rounded-lg border border-line">
        <table aria-label="Filas rechazadas" className="w-full text-sm">
          <thead>
            <tr>
              {['Fila', 'Columna', 'Motivo'].map((header) => (
                <th
                  key={header}
                  scope="col"
                  className="bg-mint px-3 py-2 text-left font-semibold first:text-right"
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {errors.slice(0, shown).map(({ row, column, message }) => (
              <tr key={`${row} ${column} ${message}`} className="border-line border-t">
                <td className="px-3 py-2 text-right tabular-nums">{row}</td>
                <td className="px-3 py-2">{column}</td>
                <td className="px-3 py-2">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {errors.length > shown && (
        <Button look="quiet" small onClick={() => setShown(shown + MORE)} className="justify-self-start">
          Mostrar más (quedan {(errors.length - shown).toLocaleString('es-CL')})
        </Button>
      )}
    </div>
  )
}
