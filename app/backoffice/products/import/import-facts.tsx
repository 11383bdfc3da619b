import { href } from 'react-router'
import type { Import, ImportReport } from '#contract/import-report.ts'
import { counted } from '#domain/price.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { PRODUCTS } from '../product-filters.ts'
import { leftNames } from './import-parts.tsx'

/** The states of imports, with their words in the URL. */
export const IMPORT_STATES = {
  preview: { word: 'sin-guardar', name: 'Sin guardar', tone: 'yellow' },
  saved: { word: 'guardada', name: 'Guardada', tone: 'green' },
  refused: { word: 'rechazada', name: 'Rechazada', tone: 'red' },
  undone: { word: 'deshecha', name: 'Deshecha', tone: 'neutral' },
} as const satisfies Record<Import['state'], { word: string; name: string; tone: string }>

/** The origin of a file that no person sent. */
export const SOURCES: Partial<Record<Import['source'], string>> = {
  folder: 'Carpeta de importación',
  command: 'Comando del operador',
}

export function StateBadge({ state }: { state: Import['state'] }) {
  const { name, tone } = IMPORT_STATES[state]
  return <Badge tone={tone}>{name}</Badge>
}

/** The numbers of products and rows by outcome. */
export function Figures({ report }: { report: Import }) {
  const open = report.state === 'preview'
  const figures = [
    ['Nuevos', report.created],
    [open ? 'Cambian' : 'Cambiados', report.updated],
    ['Sin cambios', report.unchanged],
    ['Filas rechazadas', report.refused],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {figures.map(([name, count]) => (
        <div key={name} className="flex flex-col-reverse rounded-lg bg-mint p-3 sm:p-4">
          <dt className="text-sm">{name}</dt>
          <dd className="font-bold text-lg tabular-nums">{count.toLocaleString('es-CL')}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Describes the data that the file doesn't have. */
export function MissingData({ report }: { report: ImportReport }) {
  const { held, withoutPrice, state } = report
  const lines = missingData(report)
  if (lines.length === 0 && held + withoutPrice === 0) return null
  return (
    <ul className="grid gap-1.5">
      {/* Nobody can buy these products until somebody decides how they are sold. */}
      {held > 0 && (
        <Line icon="warning" tone="text-coral">
          {counted(held, 'producto no se vende', 'productos no se venden')} hasta que decidas su condición:{' '}
          {held === 1 ? 'puede ser un medicamento' : 'pueden ser medicamentos'}, y la planilla no dice cómo{' '}
          {held === 1 ? 'se vende' : 'se venden'}.{' '}
          <TextLink to={href('/dashboard/products/sale-conditions')}>Decidir</TextLink>
        </Line>
      )}
      {/* The product list finds these once they are saved. */}
      {withoutPrice > 0 && (
        <Line icon="warning" tone="text-coral">
          {counted(withoutPrice, 'producto sin precio', 'productos sin precio')}: no{' '}
          {withoutPrice === 1 ? 'está' : 'están'} a la venta hasta que{' '}
          {withoutPrice === 1 ? 'tenga' : 'tengan'} uno.{' '}
          {state === 'saved' && <TextLink to={PRODUCTS.url({ missing: 'price' })}>Ponerles precio</TextLink>}
        </Line>
      )}
      {lines.map((line) => (
        <Line key={line} icon="info" tone="text-brand">
          {line}
        </Line>
      ))}
    </ul>
  )
}

const Line = ({
  icon,
  tone,
  children,
}: {
  icon: 'info' | 'warning'
  tone: string
  children: React.ReactNode
}) => (
  <li className="flex items-start gap-2">
    <Icon name={icon} className={`mt-0.5 size-5 ${tone}`} />
    <span className="min-w-0">{children}</span>
  </li>
)

function missingData(report: ImportReport): string[] {
  const open = report.state === 'preview'
  const products = (count: number) => counted(count, 'producto nuevo', 'productos nuevos')
  /** The verb for one or several products, before and after saving. */
  const verb = (count: number) =>
    open ? (count === 1 ? 'queda' : 'quedan') : count === 1 ? 'quedó' : 'quedaron'
  const {
    withoutCategory,
    withoutLaboratory,
    withoutStock,
    givenCodes,
    unitsUnderstood,
    unitsMissing,
    repeated,
    rounded,
  } = report
  const onlyStock = report.stockReport === 'stock'
  const left = leftNames(report.leave)
  return [
    hasNoPrices(report) &&
      (onlyStock
        ? 'Esta lista no tiene precios: solo cambia el stock.'
        : 'Esta lista no tiene precios: no crea productos nuevos.'),
    left !== '' &&
      !onlyStock &&
      `De los productos que ya existían no se ${open ? 'actualiza' : 'actualizó'}: ${left}.`,
    withoutCategory > 0 && `${products(withoutCategory)} ${verb(withoutCategory)} en «Sin categoría».`,
    withoutLaboratory > 0 &&
      `${products(withoutLaboratory)} ${verb(withoutLaboratory)} en «Sin laboratorio».`,
    withoutStock > 0 &&
      `${products(withoutStock)} ${verb(withoutStock)} con stock 0: la planilla no dice cuánto hay.`,
    givenCodes > 0 &&
      `${products(givenCodes)} sin código: ${open ? (givenCodes === 1 ? 'recibe' : 'reciben') : givenCodes === 1 ? 'recibió' : 'recibieron'} uno nuestro, que empieza con BOT.`,
    unitsUnderstood > 0 &&
      `${counted(unitsUnderstood, 'producto mostrará su', 'productos mostrarán su')} precio por unidad.`,
    unitsMissing > 0 &&
      `${counted(unitsMissing, 'producto', 'productos')} sin precio por unidad: la cantidad no se entiende.`,
    repeated > 0 &&
      `${counted(repeated, 'fila repetida', 'filas repetidas')}: cada producto se guarda una vez.`,
    rounded > 0 &&
      `${counted(rounded, 'precio con decimales', 'precios con decimales')}, ${rounded === 1 ? 'redondeado' : 'redondeados'} al peso.`,
  ].filter((line) => line !== false)
}

/** Whether no column has the price; false for old imports, which didn't record their columns. */
const hasNoPrices = ({ sheets }: ImportReport) =>
  sheets.some(({ columns = [] }) => columns.length > 0) &&
  !sheets.some(({ columns = [] }) => columns.some(({ field }) => field === 'cost'))

type Sheet = ImportReport['sheets'][number]

/** Whether a sheet wasn't read as usual: skipped, or with hidden rows or unused columns. */
const isNotable = ({ state, hiddenRows, unusedColumns }: Sheet) =>
  state !== 'read' || hiddenRows > 0 || unusedColumns.length > 0

/** Lists the file's sheets and their outcome. `notable` leaves out the sheets that were read as usual. */
export function Sheets({ sheets, notable = false }: { sheets: readonly Sheet[]; notable?: boolean }) {
  const shown = notable ? sheets.filter(isNotable) : sheets
  if (shown.length === 0) return null
  return (
    <ul aria-label="Hojas del archivo" className="card divide-y divide-line">
      {shown.map((sheet) => (
        <li key={sheet.name} className="px-4 py-2.5">
          <p className="wrap-anywhere font-semibold">Hoja {sheet.name}</p>
          <p className="wrap-anywhere text-sm text-soft">{fateOf(sheet)}</p>
        </li>
      ))}
    </ul>
  )
}

function fateOf({ state, rows, hiddenRows, unusedColumns }: Sheet): string {
  if (state === 'hidden') return 'Está oculta: no se leyó.'
  if (state === 'empty') return 'Está vacía.'
  if (state === 'noHeadings') return 'No tiene encabezados de productos: no se leyó.'
  return [
    `${counted(rows, 'fila leída', 'filas leídas')}.`,
    hiddenRows > 0 &&
      `${counted(hiddenRows, 'fila oculta que no se importa', 'filas ocultas que no se importan')}.`,
    unusedColumns.length > 0 && `Columnas que no se usan: ${unusedColumns.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
