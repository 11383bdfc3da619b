import { useEffect, useRef } from 'react'
import type { ImportChanged } from '#contract/import-report.ts'
import { type Columns, DataTable } from '../../../ui/data-table.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { FieldChanges, ProductName } from './changes-table.tsx'
import { Limited } from './limited.tsx'

/** A box with the changes that others made while the preview was open. The box takes the focus, because the preview below was replaced. */
export function ConcurrentChanges({ changed }: { changed: ImportChanged }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!changed) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView()
  }, [changed])
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label="Cambios durante la revisión"
      className="grid scroll-mt-20 gap-3 rounded-lg border border-line bg-amber-pale p-4 outline-none"
    >
      <div className="flex items-start gap-2 text-amber-ink">
        <Icon name="warning" className="mt-0.5 size-6" />
        <div className="min-w-0">
          <h2 className="text-lg">Los productos cambiaron mientras revisabas</h2>
          <p>
            No se guardó nada. Tus elecciones siguen aquí y la revisión ya cuenta con estos cambios: mírala y
            guarda nuevamente.
          </p>
        </div>
      </div>
      <Limited rows={changed.meanwhile}>
        {(shown) => (
          <DataTable
            label="Cambios durante la revisión"
            columns={columns}
            rows={shown}
            rowKey={(row) => String(changed.meanwhile.indexOf(row))}
            empty="Cambió el catálogo"
          />
        )}
      </Limited>
    </section>
  )
}

const columns: Columns<ImportChanged['meanwhile'][number]> = {
  product: {
    header: 'Producto',
    bare: true,
    cell: ({ name, barcode }) => <ProductName name={name} barcode={barcode} />,
    className: 'as-table:w-2/5',
  },
  changes: {
    header: 'Cambios',
    bare: true,
    cell: ({ fields }) =>
      fields.length > 0 ? <FieldChanges fields={fields} /> : 'Su fila ya no se puede guardar.',
  },
}
