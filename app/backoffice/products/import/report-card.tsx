import { href, Link } from 'react-router'
import type { ImportReport } from '#contract/import-report.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Report } from './report.tsx'

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
            {number(created)} creados, {number(updated)} actualizados, {number(unchanged)} sin cambios.{' '}
            <Link
              to={href('/dashboard/products/imports/:id', { id: _id })}
              className="font-semibold text-brand underline"
            >
              Ver la importación
            </Link>
          </p>
        </div>
        <IconButton icon="close" label="Cerrar el resultado" onClick={onClose} className="-mt-2 -mr-2" />
      </header>
      <Report report={report} notable onChange={onChange} />
    </section>
  )
}

const number = (count: number) => count.toLocaleString('es-CL')
