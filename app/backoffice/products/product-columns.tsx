import type { ListedProduct } from '#contract/products.ts'
import { discountedPrice, formatDecimal, formatPrice, formatWhole } from '#domain/price.ts'
import { LOW_STOCK } from '#domain/stock.ts'
import { FROM_LIST } from '../../listing/back-link.tsx'
import { type ChosenRows, chosenColumn } from '../../listing/chosen-rows.tsx'
import { useList } from '../../listing/listing.ts'
import { Badge } from '../../ui/badge.tsx'
import { CutMiddle } from '../../ui/cut-middle.tsx'
import type { Columns } from '../../ui/data-table.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ProductImage } from '../../ui/product-image.tsx'
import type { FieldEdits } from './list/field-cell.tsx'
import { FieldCell } from './list/field-cell.tsx'
import { PRODUCTS, type ProductOrder, SORTS, type Sort } from './product-filters.ts'
import { EditProductButton } from './product-link.tsx'

/** The width of a cut text: more where the list has much room, as on a large screen. */
const CUT =
  'compact:as-table:max-w-20 compact:@min-[60rem]/wide:max-w-28! compact:@min-[84rem]/wide:max-w-52!'
/** Hides a column where the list has less room than on a screen of 1440 px. */
export const HIDES = 'as-table:@max-[70rem]/wide:hidden'

/** The columns of the product list, with its chosen rows, edited cells and order. */
export function productColumns({
  order,
  edits,
  chosen,
}: {
  order: ProductOrder
  edits: FieldEdits
  chosen: ChosenRows<ListedProduct>
}): Columns<ListedProduct> {
  const sortable = (by: Sort) => ({
    header: SORTS[by].name,
    heading: <SortHeading by={by} order={order} />,
    ...(order.sort === by && { sorted: SORTED[order.direction] }),
  })
  return {
    chosen: chosenColumn(chosen, ({ tradename }) => tradename),
    barcode: {
      ...sortable('barcode'),
      cut: 'compact:as-table:max-w-27 compact:as-table:text-[0.8125rem]',
      cell: ({ barcode, ownCode }) => barcode || ownCode || '—',
      className: 'tabular-nums',
    },
    product: {
      ...sortable('name'),
      bare: true,
      cell: ({ tradename, photo, retired }) => (
        <span className="flex min-w-0 items-center gap-3 compact:as-table:gap-2">
          <span className="w-10 shrink-0 compact:as-table:w-8">
            <ProductImage photo={photo} alt="" sizes="40px" />
          </span>
          <CutMiddle text={tradename} />
          {retired && <Badge>Retirado</Badge>}
        </span>
      ),
      className:
        'as-card:order-first as-table:min-w-60 compact:as-table:w-full compact:as-table:max-w-0 compact:as-table:min-w-64',
    },
    category: {
      ...sortable('category'),
      cut: CUT,
      cell: ({ category }) => category,
    },
    dcm: { ...sortable('dcm'), cut: CUT, hides: HIDES, cell: ({ dcm }) => dcm || '—' },
    laboratory: {
      ...sortable('laboratory'),
      cut: CUT,
      cell: ({ laboratory }) => laboratory,
    },
    register: {
      ...sortable('register'),
      cut: 'compact:as-table:max-w-22 compact:as-table:text-[0.8125rem]',
      hides: HIDES,
      cell: ({ healthRegister }) => healthRegister || '—',
      className: 'as-table:whitespace-nowrap',
    },
    price: {
      ...sortable('price'),
      align: 'end',
      cell: (product) => (
        <div className="compact:as-table:whitespace-nowrap">
          <Discount product={product} />
          <FieldCell product={product} field="cost" edits={edits}>
            {product.cost > 0 ? formatPrice(product.cost) : '—'}
          </FieldCell>
        </div>
      ),
    },
    stock: {
      ...sortable('stock'),
      align: 'end',
      cell: (product) => (
        <FieldCell product={product} field="stock" edits={edits}>
          <Stock stock={product.stock} />
        </FieldCell>
      ),
    },
    actions: {
      header: 'Acciones',
      bare: true,
      cell: (product) => <EditProductButton product={product} state={FROM_LIST} />,
    },
  }
}

const SORTED = { asc: 'ascending', desc: 'descending' } as const

/** A column heading that sorts by the column; a second press reverses the order. */
function SortHeading({ by, order }: { by: Sort; order: ProductOrder }) {
  const { set } = useList(PRODUCTS)
  const current = order.sort === by
  const descends = current && order.direction === 'desc'
  return (
    <button
      type="button"
      onClick={() => set({ order: { sort: by, direction: current && !descends ? 'desc' : 'asc' } })}
      className="relative -mx-1 inline-flex min-h-8 items-center gap-0.5 rounded-lg px-1 text-left hover:text-brand"
    >
      {SORTS[by].name}
      {/* The arrow keeps its place while hidden, so that nothing moves. */}
      <Icon
        name={descends ? 'chevron-down' : 'chevron-up'}
        className={`size-4 shrink-0 compact:absolute compact:left-full compact:-ml-1 compact:size-3.5 ${current ? '' : 'invisible'}`}
      />
    </button>
  )
}

const percent = (discount: number) => `${formatDecimal(discount)} %`
/** Formats `2026-12-05` as `5-12`. */
const dayAndMonth = (day: string) => day.split('-').slice(1).reverse().map(Number).join('-')

/** The current discount, and the scheduled discount with its dates. */
function Discount({ product: { cost, discount, datedDiscount: dated } }: { product: ListedProduct }) {
  const isDated = dated !== null && dated.discount === discount
  const waits = dated !== null && !isDated
  if (discount === 0 && !waits) return null
  const offer = discount > 0 && `${formatPrice(discountedPrice(cost, discount))}`
  const days = isDated
    ? `hasta el ${dayAndMonth(dated.until)}`
    : waits && `−${percent(dated.discount)} del ${dayAndMonth(dated.from)} al ${dayAndMonth(dated.until)}`
  return (
    <span
      className="block text-sm text-soft compact:as-table:mr-1.5 compact:as-table:inline"
      title={[offer, days].filter(Boolean).join(', ')}
    >
      {discount > 0 && (
        <span className="block text-coral compact:as-table:inline">
          −{percent(discount)} <span className="compact:as-table:sr-only">{offer}</span>
        </span>
      )}{' '}
      {days && <span className="compact:as-table:sr-only compact:as-table:only:not-sr-only">{days}</span>}
    </span>
  )
}

function Stock({ stock }: { stock: number }) {
  if (stock > LOW_STOCK) return formatWhole(stock)
  return (
    <Badge tone={stock === 0 ? 'red' : 'yellow'}>
      {stock}
      <span className="sr-only">{stock === 0 ? ', agotado' : ', stock bajo'}</span>
    </Badge>
  )
}
