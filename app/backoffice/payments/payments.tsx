import { useEffect, useRef, useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from 'react-router'
import type { BankStatement, Payment, PaymentReturn } from '#contract/payments.ts'
import { formatWhole } from '#domain/price.ts'
import { requireRole } from '../../account/require-role.ts'
import { browserApi } from '../../api/client.ts'
import { refusalOf } from '../../api/server-failure.ts'
import { type FilterChip, FilterChips } from '../../listing/filter-chips.tsx'
import { FilterChoice } from '../../listing/filter-choice.tsx'
import { useChosenParams, useListingUrl } from '../../listing/listing-url.ts'
import { LISTING, type Listing, loadListing } from '../../listing/load-listing.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { DownloadDays } from '../download-days.tsx'
import { ASIDE_KEY, FIND_ORDER_KEY, UNDO_KEY } from '../shortcut-keys.ts'
import { ApplySure } from './apply-sure.tsx'
import { FileDrop } from './file-drop.tsx'
import { Key } from './key.tsx'
import {
  firstWaiting,
  GROUPS,
  type Group,
  isWaiting,
  PAYMENTS_LISTING,
  paymentsUrl,
  readPaymentsUrl,
  WAITING_GROUPS,
  type WaitingCounts,
} from './payment-groups.ts'
import { type AroundList, PaymentsList } from './payments-list.tsx'
import { ReturnsList } from './returns-list.tsx'
import { StatementCard, titleOf } from './statement-card.tsx'
import { HOW_TO_GET, UploadStatement } from './upload-statement.tsx'
import { useDecisions } from './use-decisions.ts'
import { MAIN_BUTTON } from './use-payment-keys.ts'

export const meta: MetaFunction = () => [{ title: pageTitle('Pagos') }]

type Loaded = {
  group: Group
  counts: WaitingCounts
  /** The newest statements. */
  statements: BankStatement[]
  payments: Listing<Payment> | undefined
  returns: Listing<PaymentReturn> | undefined
}

/** The group that was shown last for a URL without one: it stays until its last transfer is decided, whatever becomes sure meanwhile. */
let lastShown: { url: string; group: Group } | undefined

/** The most statements among which a list can be filtered. */
const MAX_STATEMENTS = 100

/** The transfers received and the orders that they pay, for an Administrador (docs/product.md#payments-screen). */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Loaded> {
  requireRole(['Administrador'])
  const { signal } = request
  const { group: asked, statement } = readPaymentsUrl(new URL(request.url).searchParams)
  const waiting = countWaiting(statement, signal)
  const statements = loadStatements(signal)
  const group = asked || staysIn(request.url, await waiting) || firstWaiting(await waiting)
  lastShown = { url: request.url, group }
  const { state } = GROUPS[group]
  const [payments, returns] = await Promise.all([
    state &&
      loadListing(
        request,
        (query) =>
          browserApi.listPayments({ query: { ...query, state, statement: statement || undefined }, signal }),
        PAYMENTS_LISTING,
      ),
    state
      ? undefined
      : loadListing(request, (query) => browserApi.listReturns({ query, signal }), PAYMENTS_LISTING),
  ])
  return {
    ...{ group, counts: await waiting, statements: await statements },
    payments: payments ?? undefined,
    returns,
  }
}
clientLoader.hydrate = true as const

const staysIn = (url: string, counts: WaitingCounts): Group | undefined =>
  lastShown?.url === url && countOf(lastShown.group, counts) > 0 ? lastShown.group : undefined

const countOf = (group: Group, counts: WaitingCounts | undefined) =>
  counts && isWaiting(group) ? counts[group] : 0

/** The numbers on the groups' chips; 0 where they could not be loaded, since the list then says why. */
async function countWaiting(statement: string, signal: AbortSignal): Promise<WaitingCounts> {
  const totals = await Promise.all(
    WAITING_GROUPS.map(async (group) => {
      const query = { state: GROUPS[group].state, statement: statement || undefined, pageSize: 1, page: 1 }
      try {
        return [group, (await browserApi.listPayments({ query, signal })).total] as const
      } catch (error) {
        if (!signal.aborted) await refusalOf(error)
        return [group, 0] as const
      }
    }),
  )
  return Object.fromEntries(totals) as WaitingCounts
}

async function loadStatements(signal: AbortSignal): Promise<BankStatement[]> {
  try {
    return (await browserApi.listStatements({ query: { pageSize: MAX_STATEMENTS, page: 1 }, signal })).data
  } catch (error) {
    if (!signal.aborted) await refusalOf(error)
    return []
  }
}

export function HydrateFallback() {
  return <Screen />
}

export default function Payments() {
  return <Screen loaded={useLoaderData<typeof clientLoader>()} />
}

function Screen({ loaded }: { loaded?: Loaded }) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const params = useChosenParams()
  // After loading only: the server renders private pages without their parameters, and hydration has to give the same.
  const chosen = readPaymentsUrl(loaded ? params : new URLSearchParams())
  const [uploading, setUploading] = useState<{ dropped: File | null } | null>(null)
  /** The answer to the upload of a statement. */
  const [answer, setAnswer] = useState<{ statement: string; message: string }>()
  const decisions = useDecisions(loaded)
  const screen = useRef<HTMLDivElement>(null)
  const goOn = useFocusOnNext(screen, { loaded, isModalOpen: uploading !== null })

  const group = chosen.group || loaded?.group || 'por-decidir'
  const statement = loaded?.statements.find(({ _id }) => _id === chosen.statement)
  const sure = loaded?.counts.seguros ?? 0
  const upload = (
    <Button
      look={sure > 0 ? 'secondary' : 'primary'}
      icon="upload"
      onClick={() => setUploading({ dropped: null })}
    >
      Subir cartola
    </Button>
  )
  const around: AroundList = {
    names: PAYMENTS_LISTING,
    actions: (
      <>
        {sure > 0 && (
          <ApplySure
            count={sure}
            statement={chosen.statement}
            onApplied={async () => {
              goOn()
              // Without a group the list goes on with what is left to decide.
              if (group === 'seguros') await navigate(paymentsUrl({ cartola: chosen.statement }))
              else await revalidate()
            }}
          />
        )}
        {upload}
        <DownloadDays
          name="Ventas"
          note="Las ventas por día y por mes, con neto e IVA, el detalle de los pedidos con su pago, y el dinero por devolver."
          load={(query) => browserApi.exportSales({ query })}
          fileName="ventas"
        />
      </>
    ),
    lead: (
      <>
        {statement && (
          <StatementCard
            statement={statement}
            message={answer?.statement === statement._id ? answer.message : undefined}
            onClose={() => navigate(paymentsUrl({ grupo: chosen.group || undefined }))}
          />
        )}
        <Groups loaded={loaded} group={group} />
      </>
    ),
    filters: group !== 'devoluciones' && (
      <Filters loaded={loaded} group={group} statement={chosen.statement} />
    ),
    next: nextOf(loaded, { group, statement: chosen.statement, upload }),
  }
  return (
    <div ref={screen} tabIndex={-1} className="outline-none">
      {group === 'devoluciones' ? (
        <ReturnsList {...around} listing={loaded?.returns} />
      ) : (
        <PaymentsList
          {...around}
          group={group}
          decisions={decisions}
          listing={loaded?.payments}
          empty={loaded ? emptyOf(loaded, group) : ''}
        />
      )}
      <FileDrop onFile={(dropped) => setUploading({ dropped })} />
      <UploadStatement
        open={uploading !== null}
        dropped={uploading?.dropped ?? null}
        onClose={() => setUploading(null)}
        onRead={async ({ _id }, message) => {
          setAnswer({ statement: _id, message })
          goOn()
          // Replaces the modal's history entry, so that Back leads straight to the list as it was.
          await navigate(paymentsUrl({ cartola: _id }), { replace: true })
        }}
      />
    </div>
  )
}

function Groups({ loaded, group }: { loaded: Loaded | undefined; group: Group }) {
  const chips = (Object.keys(GROUPS) as Group[]).map((name): FilterChip => {
    const count = countOf(name, loaded?.counts)
    return {
      name: count > 0 ? `${GROUPS[name].name} (${formatWhole(count)})` : GROUPS[name].name,
      current: loaded !== undefined && name === group,
      set: { grupo: name, [LISTING.page]: '', [LISTING.search]: '' },
    }
  })
  return <FilterChips label="Grupos de pagos" chips={chips} />
}

function Filters({
  loaded,
  group,
  statement,
}: {
  loaded: Loaded | undefined
  group: Group
  statement: string
}) {
  const go = useListingUrl(PAYMENTS_LISTING)
  const statements = Object.fromEntries(
    (loaded?.statements ?? []).map((one) => [one._id, { name: titleOf(one) }]),
  )
  if (Object.keys(statements).length === 0) return null
  return (
    <>
      <FilterChoice
        name="Cartola"
        all="Todas las cartolas"
        value={statement in statements ? statement : ''}
        options={statements}
        onChange={(cartola) => go({ cartola })}
        className="max-sm:w-full sm:w-72"
      />
      {isWaiting(group) && (
        <p
          aria-hidden="true"
          className="flex items-center gap-1.5 self-center text-sm text-soft max-xl:hidden pointer-coarse:hidden"
        >
          <Key>↵</Key> acepta <Key>{FIND_ORDER_KEY}</Key> busca <Key>{ASIDE_KEY}</Key> aparta{' '}
          <Key>{UNDO_KEY}</Key> deshace
        </p>
      )}
    </>
  )
}

function emptyOf({ statements, counts }: Loaded, group: Group): string {
  const isAllDecided = WAITING_GROUPS.every((name) => counts[name] === 0)
  if (statements.length === 0 && isAllDecided) return `Aún no hay cartolas. ${HOW_TO_GET}`
  if (group === 'asignados') return 'Ningún pago está asignado a un pedido'
  if (group === 'apartados') return 'Ningún pago está apartado'
  if (isAllDecided) return 'Todo está decidido. Sube la próxima cartola cuando la tengas.'
  if (group === 'seguros') return 'Ningún pago es seguro'
  return group === 'sin-pedido' ? 'Ningún pago queda sin pedido' : 'Nada por decidir'
}

/** The next step from an empty group: what is left to decide, else the next statement. */
function nextOf(
  loaded: Loaded | undefined,
  { group, statement, upload }: { group: Group; statement: string; upload: React.ReactNode },
): React.ReactNode {
  if (!loaded || group === 'asignados' || group === 'apartados') return null
  const next = firstWaiting(loaded.counts)
  const count = countOf(next, loaded.counts)
  if (count === 0 || next === group) return upload
  return (
    <LinkButton to={paymentsUrl({ grupo: next, cartola: statement })} look="secondary">
      Ver {GROUPS[next].name} ({formatWhole(count)})
    </LinkButton>
  )
}

/**
 * Moves the focus to what comes next, 'Aplicar los seguros' or else the first transfer, when the list has been loaded again.
 *
 * @returns called before that load
 */
function useFocusOnNext(
  screen: React.RefObject<HTMLDivElement | null>,
  { loaded, isModalOpen }: { loaded: Loaded | undefined; isModalOpen: boolean },
) {
  const before = useRef<Loaded>(undefined)
  useEffect(() => {
    if (!before.current || before.current === loaded || isModalOpen) return
    before.current = undefined
    const next = ['[data-apply-sure]', `[${MAIN_BUTTON}]`].flatMap(
      (selector) => screen.current?.querySelector<HTMLElement>(selector) ?? [],
    )
    const target = next[0] ?? screen.current
    target?.focus()
  }, [screen, loaded, isModalOpen])
  return () => {
    before.current = loaded
  }
}
