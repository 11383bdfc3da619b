import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import type { InspectedProduct } from '#contract/inspection.ts'
import { today } from '#contract/store-day.ts'
import { GAP_NAMES, GAPS, type Gap } from '#domain/inspection.ts'
import { counted, formatWhole } from '#domain/price.ts'
import { SALE_CONDITION_NAMES } from '#domain/sale-condition.ts'
import { browserApi } from '../../api/client.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { DownloadButton } from '../../forms/download-button.tsx'
import { useSaved } from '../../forms/in-modal.ts'
import { FilterChoice } from '../../listing/filters.tsx'
import { defineList, loadListing, useList } from '../../listing/listing.ts'
import { ListingHead, ListingSearch, ListingTable } from '../../listing/listing-table.tsx'
import { choice } from '../../listing/url-state.ts'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { Badge } from '../../ui/badge.tsx'
import { CutMiddle } from '../../ui/cut-middle.tsx'
import type { Columns } from '../../ui/data-table.tsx'
import { HIDES } from './product-columns.tsx'
import { EditProductButton } from './product-link.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Fiscalización') }]

/** Each gap's word in the URL, and its short name, where a row is one line. */
const GAP_WORDS: Record<Gap, { word: string; short: string }> = {
  register: { word: 'registro', short: 'Registro' },
  dcm: { word: 'dcm', short: 'DCM' },
  laboratory: { word: 'laboratorio', short: 'Laboratorio' },
  photo: { word: 'foto', short: 'Foto' },
  quantity: { word: 'cantidad', short: 'Cantidad' },
  warning: { word: 'advertencia', short: 'Advertencia' },
  prescription: { word: 'receta', short: 'Receta' },
  milder: { word: 'condicion', short: 'Condición' },
}

const mapGaps = <Value,>(of: (gap: Gap) => Value) =>
  Object.fromEntries(GAPS.map((gap) => [gap, of(gap)])) as Record<Gap, Value>

const INSPECTION = defineList({
  filters: {
    gap: choice(
      'falta',
      mapGaps((gap) => ({ ...GAP_WORDS[gap], name: GAP_NAMES[gap] })),
    ),
  },
})

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { signal } = request
  const [listing, counts] = await Promise.all([
    loadListing(request, (query) => browserApi.listInspection({ query, signal }), INSPECTION),
    // The list works without its counts, so their failure is silent.
    browserApi.countInspection({ query: {}, signal }).then(
      ({ data }) => data,
      () => undefined,
    ),
  ])
  return { listing, counts }
}

export const HydrateFallback = Screen
export default Screen

/** The products with gaps that a health inspector would object to. */
function Screen({ loaderData }: ScreenProps<typeof clientLoader>) {
  const { listing, counts } = loaderData ?? {}
  const { filters, set } = useList(INSPECTION)
  const { gap } = filters
  const count = (of: Gap | 'products') => (counts ? ` (${formatWhole(counts[of])})` : '')
  return (
    <ListingTable
      title="Fiscalización"
      list={INSPECTION}
      listing={listing}
      columns={columns}
      empty="Ningún producto con faltas"
      tableFrom="wide"
    >
      <ListingHead>
        <DownloadButton
          load={() => browserApi.exportInspection({ query: { gap } })}
          fileName={() => `fiscalizacion-${today()}.xlsx`}
          count={{
            rows: listing && !listing.failure && !listing.search ? listing.total : undefined,
            of: 'productos',
          }}
          className="max-sm:col-span-2"
        >
          Descargar (Excel)
        </DownloadButton>
      </ListingHead>
      <ListingSearch label="Buscar producto...">
        <FilterChoice
          name="Falta"
          all={`Todas las faltas${count('products')}`}
          value={gap}
          options={mapGaps((one) => ({ name: `${GAP_NAMES[one]}${count(one)}` }))}
          onChange={(gap) => set({ gap })}
          className="max-sm:w-full sm:w-64"
        />
        {gap === 'milder' && listing && listing.total > 0 && <ApplyListed count={listing.total} />}
      </ListingSearch>
    </ListingTable>
  )
}

/** Two buttons for all products that are sold under a milder condition than the list says: take the listed condition, or keep theirs. */
function ApplyListed({ count }: { count: number }) {
  const saved = useSaved()
  const apply = async (keep: boolean) =>
    saved('Listo!', (await browserApi.applyListedConditions({ body: { keep } })).message)
  const products = counted(count, 'producto', 'productos')
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ActionButton
        small
        act={() => apply(false)}
        ask={{
          title: '¿Poner la condición de la lista?',
          text: `${products}. Se venderán como dice la lista de principios activos.`,
          confirm: 'Poner',
        }}
      >
        Poner la condición de la lista
      </ActionButton>
      <ActionButton
        small
        look="secondary"
        act={() => apply(true)}
        ask={{
          title: '¿Dejarlos como están?',
          text: `${products}. Siguen a la venta como hasta ahora y no se preguntan más.`,
          confirm: 'Dejar',
        }}
      >
        Dejar como están
      </ActionButton>
    </div>
  )
}

/** The width of a cut text. */
const CUT =
  'compact:as-table:max-w-20 compact:@min-[70rem]/wide:max-w-28! compact:@min-[84rem]/wide:max-w-52!'

const columns: Columns<InspectedProduct> = {
  barcode: { header: 'Código de barras', cell: ({ barcode }) => barcode || '—', className: 'tabular-nums' },
  product: {
    header: 'Producto',
    bare: true,
    cell: ({ tradename }) => <CutMiddle text={tradename} />,
    className:
      'as-card:order-first as-table:min-w-52 compact:as-table:w-full compact:as-table:max-w-0 compact:as-table:min-w-60',
  },
  dcm: { header: 'DCM', cut: CUT, hides: HIDES, cell: ({ dcm }) => dcm || '—' },
  laboratory: { header: 'Laboratorio', cut: CUT, hides: HIDES, cell: ({ laboratory }) => laboratory },
  register: {
    header: 'Registro sanitario',
    hides: HIDES,
    cell: ({ healthRegister }) => healthRegister || '—',
    className: 'as-table:whitespace-nowrap',
  },
  condition: {
    header: 'Condición de venta',
    cell: ({ saleCondition }) => SALE_CONDITION_NAMES[saleCondition],
    cut: 'compact:as-table:max-w-28',
    className: 'as-table:min-w-24',
  },
  gaps: {
    header: 'Faltas',
    cell: ({ gaps, prescribedAs }) => (
      <div className="grid justify-items-start gap-1">
        <div className="flex flex-wrap gap-1 compact:as-table:flex-nowrap compact:as-table:gap-0.5">
          {gaps.map((gap) => (
            <Badge
              key={gap}
              tone={gap === 'prescription' || gap === 'milder' ? 'red' : 'yellow'}
              className="as-card:whitespace-normal! as-card:rounded-lg! compact:as-table:px-1.5"
            >
              <span className="compact:as-table:sr-only">{GAP_NAMES[gap]}</span>
              <span
                aria-hidden="true"
                title={
                  gap === 'prescription' && prescribedAs ? `Con receta en: ${prescribedAs}` : GAP_NAMES[gap]
                }
                className="hidden compact:as-table:inline"
              >
                {GAP_WORDS[gap].short}
              </span>
            </Badge>
          ))}
        </div>
        {prescribedAs && (
          <span className="text-soft compact:as-table:sr-only">Con receta en: {prescribedAs}</span>
        )}
      </div>
    ),
  },
  actions: {
    header: 'Acciones',
    bare: true,
    cell: (product) => <EditProductButton product={product} />,
  },
}
