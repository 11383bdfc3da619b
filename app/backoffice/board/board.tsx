import { useState } from 'react'
import { type ClientLoaderFunctionArgs, href, type MetaFunction } from 'react-router'
import type { BoardData } from '#contract/board.ts'
import type { BoardPeriod } from '#domain/board-period.ts'
import { counted } from '#domain/price.ts'
import { requireRole } from '../../account/require-role.ts'
import { browserApi } from '../../api/client.ts'
import { type Listing, loadListing } from '../../listing/listing.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { formatPrice } from '../../ui/price.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { longDate } from '../store-time.ts'
import { Cards } from './cards.tsx'
import { PERIOD_NAMES } from './compare.ts'
import { Figures } from './figures.tsx'
import { type LoginRecord, LoginRecordsTable } from './login-records-table.tsx'
import { ProductLists } from './product-lists.tsx'
import { SalesFigures } from './sales-figures.tsx'
import { PeriodChoice, SalesPlots } from './sales-plots.tsx'
import { Transfers } from './transfers.tsx'
import { useBoard } from './use-board.ts'

export const meta: MetaFunction = () => [{ title: pageTitle('Tablero') }]

/** Makes only the calls that the role may make: a 403 would end the session. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { role } = requireRole(['Administrador', 'Marketing'])
  if (role !== 'Administrador') return null
  const { signal } = request
  return loadListing(request, async (query) => {
    const { data, ...counted } = await browserApi.listLoginRecords({ query, signal })
    // A person may log in twice within a millisecond: the position makes the key unique.
    return {
      data: data.map((login, place) => ({ ...login, _id: `${place} ${login.createdAt}` })),
      ...counted,
    }
  })
}
clientLoader.hydrate = true as const

export const HydrateFallback = Screen
export default Screen

/** The board: sales figures, open tasks, links to the screens and the latest logins. */
function Screen({ loaderData: loginRecords }: { loaderData?: Listing<LoginRecord> | null }) {
  if (loginRecords) return <AdministratorBoard loginRecords={loginRecords} />
  return (
    <>
      <h1 className="mb-6 text-xl">Tablero</h1>
      {loginRecords === null ? <Cards /> : <Skeleton className="h-40" />}
    </>
  )
}

function AdministratorBoard({ loginRecords }: { loginRecords: Listing<LoginRecord> }) {
  const board = useBoard()
  const [period, setPeriod] = useState<BoardPeriod>(1)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto text-xl">Tablero</h1>
        {/* Printed in place of the period's choice. */}
        {board && (
          <p className="hidden print:block">
            {PERIOD_NAMES[period].name}, {longDate(new Date().toISOString())}
          </p>
        )}
        <LinkButton
          to={href('/dashboard/products/receive')}
          look="secondary"
          icon="truck"
          className="max-sm:order-last max-sm:w-full print:hidden"
        >
          Recibir mercadería
        </LinkButton>
        <PeriodChoice period={period} onChoose={setPeriod} />
        <Button
          look="secondary"
          icon="print"
          onClick={() => window.print()}
          className="max-sm:hidden print:hidden"
        >
          Imprimir
        </Button>
      </div>
      {board?.backup && <BackupWarning {...board.backup} />}
      <section aria-labelledby="por-hacer" className="grid gap-3">
        <h2 id="por-hacer" className="text-lg">
          Por hacer
        </h2>
        <Figures tasks={board === null ? null : board?.tasks} />
      </section>
      <SalesFigures
        sums={board === null ? null : board?.periods.find(({ days }) => days === period)}
        days={period}
      />
      {board?.transfers && <Transfers {...board.transfers} />}
      <SalesPlots board={board} period={period} />
      {board && <ProductLists {...board} />}
      {board && board.coupons.length > 0 && <CouponList coupons={board.coupons} />}
      <div className="mt-4 grid gap-10 print:hidden">
        <Cards />
        <LoginRecordsTable listing={loginRecords} />
      </div>
    </div>
  )
}

type Problem = NonNullable<BoardData['backup']>

const TITLES: Record<Problem['problem'], string> = {
  failed: 'El respaldo no se pudo hacer',
  unproved: 'El último respaldo no se pudo probar',
  old: 'Hace más de 36 horas que no hay un respaldo',
  'not-uploaded': 'El último respaldo no está en el bucket',
}

/** A problem with the shop's backups, and whom to tell. */
const BackupWarning = ({ problem, at, error }: Problem) => (
  <div role="note" className="flex gap-3 rounded-lg bg-amber-pale p-4 text-amber-ink print:hidden">
    <Icon name="warning" className="size-5" />
    <div className="min-w-0 wrap-anywhere">
      <p className="font-semibold">{TITLES[problem]}</p>
      {error && <p>{error}</p>}
      <p>
        {at ? `El último que hay es del ${longDate(at)}.` : 'Todavía no hay ninguno.'} Avisa a quien cuida el
        servidor: la tienda lo intenta de nuevo por sí misma, y «npm run backup» hace uno ahora.
      </p>
    </div>
  </div>
)

/** The discounts given and the sales made by each code in the last 30 days. */
const CouponList = ({ coupons }: Pick<BoardData, 'coupons'>) => (
  <section aria-label="Códigos en 30 días" className="card break-inside-avoid p-4">
    <h2 className="text-lg">Códigos en 30 días</h2>
    <ol className="mt-2 text-sm">
      {coupons.map(({ code, orders, given, brought }) => (
        <li
          key={code}
          className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-2 last:border-b-0"
        >
          <span className="wrap-anywhere min-w-0 font-semibold">{code}</span>
          <span className="tabular-nums">
            {counted(orders, 'pedido', 'pedidos')} por {formatPrice(brought)}, con {formatPrice(given)} de
            descuento
          </span>
        </li>
      ))}
    </ol>
  </section>
)
