import { href } from 'react-router'
import type { Product } from '#contract/products.ts'
import { LOW_STOCK } from '#domain/stock.ts'
import { FROM_LIST } from '../../listing/last-list.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'

export const columns: Column<Product>[] = [
  { header: 'Código de barras', cell: ({ barcode }) => barcode || '—', className: 'tabular-nums' },
  {
    header: 'Producto',
    bare: true,
    cell: ({ tradename }) => <span className="font-semibold">{tradename}</span>,
    className: 'as-card:order-first',
  },
  { header: 'Categoría', cell: ({ category }) => category },
  { header: 'DCM', cell: ({ dcm }) => dcm || '—' },
  { header: 'Laboratorio', cell: ({ laboratory }) => laboratory },
  {
    header: 'Registro sanitario',
    cell: ({ healthRegister }) => healthRegister || '—',
    className: 'as-table:whitespace-nowrap',
  },
  { header: 'Stock', align: 'end', cell: ({ stock }) => <Stock stock={stock} /> },
  {
    header: 'Acciones',
    bare: true,
    cell: ({ _id, tradename }) => (
      <LinkButton
        to={href('/dashboard/products/edit-product/:id', { id: _id })}
        state={FROM_LIST}
        look="secondary"
        small
        icon="edit"
      >
        Editar<span className="sr-only"> {tradename}</span>
      </LinkButton>
    ),
  },
]

function Stock({ stock }: { stock: number }) {
  if (stock > LOW_STOCK) return stock.toLocaleString('es-CL')
  return (
    <Badge tone={stock === 0 ? 'red' : 'yellow'}>
      {stock}
      <span className="sr-only">{stock === 0 ? ', sin existencias' : ', stock bajo'}</span>
    </Badge>
  )
}
