import { useEffect, useRef, useState } from 'react'
import { type ClientLoaderFunctionArgs, type MetaFunction, useNavigate, useRevalidator } from 'react-router'
import { formatWhole } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { FormModal } from '../../forms/form-modal.tsx'
import { FilterChips, FilterChoice } from '../../listing/filters.tsx'
import { useList } from '../../listing/listing.ts'
import { ListingHead, ListingLead } from '../../listing/listing-table.tsx'
import { pageTitle } from '../../pages/page-title.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { notice } from '../../ui/notice.tsx'
import { DownloadDays } from '../download-days.tsx'
import { ASIDE_KEY, FIND_ORDER_KEY, UNDO_KEY } from '../shortcut-keys.ts'
import { type LoadedPayments, loadPayments } from './load-payments.ts'
import { firstWaiting, GROUPS, type Group, PAYMENTS, WAITING_GROUPS } from './payment-groups.ts'
import { Key, type ListFrame, PaymentsList } from './payments-list.tsx'
import { ReturnsList } from './returns-list.tsx'
import { StatementCard, titleOf } from './statement-card.tsx'
import { HOW_TO_GET, UploadStatement } from './upload-statement.tsx'
import { useDecisions } from './use-decisions.ts'

export const meta: MetaFunction = () => [{ title: pageTitle('Pagos') }]

/** The transfers received and the orders that they pay, for an Administrador. */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadPayments(request)
}

export const HydrateFallback = Screen
export default Screen

function Screen({ loaderData: loaded }: { loaderData?: LoadedPayments }) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { filters: chosen, set } = useList(PAYMENTS)
  const [uploading, setUploading] = useState(false)
  /** The answer to the upload of a statement. */
  const [answer, setAnswer] = useState<{ statement: string; message: string }>()
  const decisions = useDecisions()
  const screen = useRef<HTMLDivElement>(null)
  const goOn = useFocusOnNext(screen, { loaded, isModalOpen: uploading })

  const group = chosen.group || loaded?.group || 'por-decidir'
  const statement = loaded?.statements.find(({ _id }) => _id === chosen.statement)
  const sure = loaded?.counts.seguros ?? 0
  /** Matches all sure transfers, of the shown statement or of all. */
  async function applySure() {
    const { message } = await browserApi.applySure({ body: { statement: chosen.statement || undefined } })
    goOn()
    // Without a group the list shows the first group that is left to decide.
    if (group === 'seguros') await navigate(PAYMENTS.url({ statement: chosen.statement }))
    else await revalidate()
    void notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
  }
  const upload = (
    <Button look={sure > 0 ? 'secondary' : 'primary'} icon="upload" onClick={() => setUploading(true)}>
      Subir cartola
    </Button>
  )
  const around: ListFrame = {
    head: (
      <>
        <ListingHead>
          {sure > 0 && (
            <ActionButton
              icon="check"
              data-apply-sure
              className="max-sm:col-span-full"
              act={applySure}
              ask={{
                title:
                  sure === 1
                    ? '¿Aplicar el pago seguro?'
                    : `¿Aplicar los ${formatWhole(sure)} pagos seguros?`,
                text: `Sus pedidos quedan pagados y cada cliente recibe un correo.${chosen.statement ? ' Son los de esta cartola.' : ''}\nEn «Asignados» puedes deshacer cualquiera.`,
                icon: 'info',
                confirm: 'Aplicar',
              }}
              dialog="message"
            >
              Aplicar los seguros ({formatWhole(sure)})
            </ActionButton>
          )}
          {upload}
          <DownloadDays
            name="Ventas"
            note="Las ventas por día y por mes, con neto e IVA, el detalle de los pedidos con su pago, y el dinero por devolver."
            load={(query) => browserApi.exportSales({ query })}
            fileName="ventas"
          />
        </ListingHead>
        <ListingLead>
          {statement && (
            <StatementCard
              statement={statement}
              message={answer?.statement === statement._id ? answer.message : undefined}
              onClose={() => navigate(PAYMENTS.url({ group: chosen.group }))}
            />
          )}
          <FilterChips
            label="Grupos de pagos"
            list={PAYMENTS}
            of={['group']}
            chips={(Object.keys(GROUPS) as Group[]).map((name) => ({
              name: withCount(name, loaded),
              current: loaded !== undefined && name === group,
              set: { group: name, search: undefined },
            }))}
          />
        </ListingLead>
      </>
    ),
    filters: loaded && loaded.statements.length > 0 && (
      <>
        <FilterChoice
          name="Cartola"
          all="Todas las cartolas"
          value={statement?._id}
          options={Object.fromEntries(loaded.statements.map((one) => [one._id, { name: titleOf(one) }]))}
          onChange={(statement) => set({ statement })}
          className="max-sm:w-full sm:w-72"
        />
        {WAITING_GROUPS.includes(group) && (
          <p
            aria-hidden="true"
            className="flex items-center gap-1.5 self-center text-sm text-soft max-xl:hidden pointer-coarse:hidden"
          >
            <Key>↵</Key> acepta <Key>{FIND_ORDER_KEY}</Key> busca <Key>{ASIDE_KEY}</Key> aparta{' '}
            <Key>{UNDO_KEY}</Key> deshace
          </p>
        )}
      </>
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
      <FormModal open={uploading} onClose={() => setUploading(false)} title="Subir cartola">
        {uploading && (
          <UploadStatement
            onRead={async ({ _id }, message) => {
              setAnswer({ statement: _id, message })
              goOn()
              // Replaces the modal's history entry, so that Back leads straight to the list as it was.
              await navigate(PAYMENTS.url({ statement: _id }), { replace: true })
            }}
          />
        )}
      </FormModal>
    </div>
  )
}

/** A group's name, with the number of what waits in it. */
function withCount(group: Group, loaded: LoadedPayments | undefined): string {
  const { name } = GROUPS[group]
  const count = loaded?.counts[group] ?? 0
  return count > 0 ? `${name} (${formatWhole(count)})` : name
}

function emptyOf({ statements, counts }: LoadedPayments, group: Group): string {
  const isAllDecided = WAITING_GROUPS.every((name) => counts[name] === 0)
  if (statements.length === 0 && isAllDecided) return `Aún no hay cartolas. ${HOW_TO_GET}`
  if (group === 'asignados') return 'Ningún pago está asignado a un pedido'
  if (group === 'apartados') return 'Ningún pago está apartado'
  if (isAllDecided) return 'Todo está decidido. Sube la próxima cartola cuando la tengas.'
  if (group === 'seguros') return 'Ningún pago es seguro'
  return group === 'sin-pedido' ? 'Ningún pago queda sin pedido' : 'Nada por decidir'
}

/** The next step from an empty group: the first group left to decide, else the upload of the next statement. */
function nextOf(
  loaded: LoadedPayments | undefined,
  { group, statement, upload }: { group: Group; statement: string | undefined; upload: React.ReactNode },
): React.ReactNode {
  if (!loaded || group === 'asignados' || group === 'apartados') return null
  const next = firstWaiting(loaded.counts)
  if (loaded.counts[next] === 0 || next === group) return upload
  return (
    <LinkButton to={PAYMENTS.url({ group: next, statement })} look="secondary">
      Ver {withCount(next, loaded)}
    </LinkButton>
  )
}

/**
 * After the next load of the list, moves the focus to 'Aplicar los seguros', which asks before it acts, or else to the screen. So
 * the Enter of the step before never presses a button that accepts a doubtful transfer.
 *
 * @returns a function to call before that load
 */
function useFocusOnNext(
  screen: React.RefObject<HTMLDivElement | null>,
  { loaded, isModalOpen }: { loaded: LoadedPayments | undefined; isModalOpen: boolean },
) {
  const before = useRef<LoadedPayments>(undefined)
  useEffect(() => {
    if (!before.current || before.current === loaded || isModalOpen) return
    before.current = undefined
    const target = screen.current?.querySelector<HTMLElement>('[data-apply-sure]') ?? screen.current
    target?.focus()
  }, [screen, loaded, isModalOpen])
  return () => {
    before.current = loaded
  }
}
