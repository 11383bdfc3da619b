import { useState } from 'react'
import { type ClientLoaderFunctionArgs, href, Link, type MetaFunction } from 'react-router'
import type { BoardData } from '#contract/board.ts'
import type { CallAnswer } from '#contract/call.ts'
import type { loginRecordCalls } from '#contract/login-records.ts'
import type { BoardPeriod } from '#domain/board-period.ts'
import { browserApi } from '../../api/client.ts'
import { useReloadable } from '../../api/use-loaded.ts'
import { type Listing, loadListing } from '../../listing/listing.ts'
import { ListingHead, ListingSearch, ListingTable } from '../../listing/listing-table.tsx'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { readSession, useSession } from '../../session/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import type { Columns } from '../../ui/data-table.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { cards, isShownTo } from '../menu.ts'
import { useOpenTasks } from '../open-tasks/open-tasks.ts'
import { longDate, timestamp } from '../store-time.ts'
import { PERIOD_NAMES } from './compare.ts'
import { Figures } from './figures.tsx'
import { CouponList, ProductLists } from './product-lists.tsx'
import { SalesFigures, Transfers } from './sales-figures.tsx'
import { PeriodChoice, SalesPlots } from './sales-plots.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Tablero') }]

/** Makes only the calls that the role may make: a 403 would end the session. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  if (readSession()?.role !== 'Administrador') return null
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

export const HydrateFallback = Screen
export default Screen

/** The board: sales figures, open tasks, links to the screens and the latest logins. */
function Screen({ loaderData: loginRecords }: ScreenProps<typeof clientLoader>) {
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
        {/* The logins, newest first. */}
        <ListingTable
          title="Actividades Reciente"
          listing={loginRecords}
          columns={loginColumns}
          empty="No se han registrado actividad reciente"
          tableFrom="narrow"
        >
          <ListingHead level="h2" />
          <ListingSearch label="Buscar usuario..." />
        </ListingTable>
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

/**
 * The board's figures, loaded again when the sidebar's counts change. Undefined while loading, null after a failure, which shows
 * no message.
 */
function useBoard(): BoardData | null | undefined {
  const tasks = useOpenTasks()
  const { value, failure } = useReloadable(
    (signal) => browserApi.readBoard({ signal }),
    JSON.stringify(tasks),
  )
  return value?.data ?? (failure === undefined ? undefined : null)
}

/** A card for each screen of the role. */
function Cards() {
  const role = useSession()?.role
  const shown = cards.filter((card) => isShownTo(role, card))
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {shown.map(({ to, name, text, icon }) => (
        <li
          key={to}
          className="card relative flex items-center gap-3 p-4 transition-colors hover:border-brand has-focus-visible:outline-3 has-focus-visible:outline-brand has-focus-visible:outline-offset-2"
        >
          <span className="grid size-9 shrink-0 place-items-center rounded-full bg-mint text-brand">
            <Icon name={icon} className="size-5" />
          </span>
          <div className="mr-auto min-w-0">
            <h2 className="text-base">{name}</h2>
            <p className="text-sm text-soft">{text}</p>
          </div>
          {/* The link covers the whole card. */}
          <Link
            to={to}
            className="flex items-center self-stretch font-semibold text-brand text-sm after:absolute after:inset-0 focus-visible:outline-none"
          >
            Ir<span className="sr-only"> a {name}</span>
            <Icon name="chevron-right" className="size-4" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

type LoginRecord = CallAnswer<typeof loginRecordCalls.listLoginRecords>['data'][number] & {
  _id: string
}

const loginColumns: Columns<LoginRecord> = {
  name: { header: 'Nombre', bare: true, className: 'font-semibold', cell: ({ name }) => name },
  email: { header: 'Correo', cell: ({ email }) => email, className: 'wrap-anywhere' },
  role: { header: 'Rol', cell: ({ role }) => role },
  loggedIn: {
    header: 'Fecha de ingreso',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{timestamp(createdAt)}</time>,
    className: 'tabular-nums as-table:whitespace-nowrap',
  },
}
