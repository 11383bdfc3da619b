import {
  type ClientLoaderFunctionArgs,
  Link,
  type MetaFunction,
  useNavigation,
  useRevalidator,
} from 'react-router'
import type { Status, StatusWarning } from '#contract/status.ts'
import { requireRole } from '../../account/require-role.ts'
import { browserApi } from '../../api/client.ts'
import { type Loaded, loadOrFailure } from '../../api/server-failure.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { WhenLoaded } from '../../ui/list-failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Fact, factsOf } from './status-facts.ts'

export const meta: MetaFunction = () => [{ title: pageTitle('Estado') }]

export function clientLoader({ request: { signal } }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  return loadOrFailure(async () => ({ status: (await browserApi.readStatus({ signal })).data }))
}
clientLoader.hydrate = true as const

export const HydrateFallback = Screen
export default Screen

/** The state of the shop for its operator. */
function Screen({ loaderData: loaded }: { loaderData?: Loaded<{ status: Status }> }) {
  const { revalidate, state } = useRevalidator()
  const navigation = useNavigation()
  return (
    <div className="mx-auto grid max-w-[64rem] gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl">Estado</h1>
        <Button
          look="secondary"
          icon="rotate"
          loading={state === 'loading' && navigation.state === 'idle'}
          onClick={() => revalidate()}
        >
          Actualizar
        </Button>
      </div>
      <WhenLoaded of={loaded} loading={<Skeleton className="h-80" />}>
        {({ status }) => <Content status={status} />}
      </WhenLoaded>
    </div>
  )
}

function Content({ status }: { status: Status }) {
  const alarms = status.warnings.filter(({ level }) => level === 'alarm')
  const advice = status.warnings.filter(({ level }) => level === 'advice')
  return (
    <>
      <div role="status">
        {alarms.length === 0 ? (
          <p
            className={`flex items-center gap-3 rounded-lg p-4 font-semibold ${advice.length > 0 ? 'bg-amber-pale text-amber-ink' : 'bg-mint'}`}
          >
            <Icon
              name={advice.length > 0 ? 'warning' : 'check'}
              className={`size-5 ${advice.length > 0 ? '' : 'text-brand'}`}
            />
            {advice.length > 0 ? 'Sin problemas, pero con algo por mejorar' : 'Todo en orden'}
          </p>
        ) : (
          <WarningList
            title={alarms.length === 1 ? 'Hay un problema' : `Hay ${alarms.length} problemas`}
            warnings={alarms}
          />
        )}
      </div>
      <dl className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {factsOf(status).map((fact) => (
          <FactCard key={fact.name} {...fact} />
        ))}
      </dl>
      {advice.length > 0 && <WarningList title="Se puede mejorar" warnings={advice} />}
    </>
  )
}

/** The warnings of a level, each with what to do. */
function WarningList({ title, warnings }: { title: string; warnings: StatusWarning[] }) {
  const isAlarm = warnings.some(({ level }) => level === 'alarm')
  return (
    <section className={`grid gap-3 rounded-lg p-4 ${isAlarm ? 'bg-coral-pale' : 'bg-sand'}`}>
      <h2 className={`text-md font-semibold ${isAlarm ? 'text-coral' : ''}`}>{title}</h2>
      <ul className="grid gap-3">
        {warnings.map(({ code, message }) => (
          <li key={`${code} ${message}`} className="flex items-start gap-2">
            <Icon
              name={isAlarm ? 'warning' : 'info'}
              className={`mt-0.5 size-5 shrink-0 ${isAlarm ? 'text-coral' : 'text-soft'}`}
            />
            <span className="wrap-anywhere min-w-0">{message}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const FactCard = ({ name, value, detail, to }: Fact) => (
  <div className="card grid content-start gap-1 p-4">
    <dt className="text-sm text-soft">{name}</dt>
    <dd className="wrap-anywhere grid gap-1">
      <span className="font-semibold">{value}</span>
      {detail && <span className="text-sm text-soft">{detail}</span>}
      {to && (
        <Link to={to.path} className="min-h-6 justify-self-start font-semibold text-brand text-sm underline">
          {to.label}
        </Link>
      )}
    </dd>
  </div>
)
