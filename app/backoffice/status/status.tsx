import {
  type ClientLoaderFunctionArgs,
  href,
  Link,
  type MetaFunction,
  useNavigation,
  useRevalidator,
} from 'react-router'
import type { Status, StatusWarning } from '#contract/status.ts'
import { dataSize } from '#domain/data-size.ts'
import { counted, formatWhole } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { loadOrFailure } from '../../api/server-failure.ts'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { WhenLoaded } from '../../ui/list-failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { longDate } from '../store-time.ts'

export const meta: MetaFunction = () => [{ title: pageTitle('Estado') }]

export const clientLoader = ({ request: { signal } }: ClientLoaderFunctionArgs) =>
  loadOrFailure(async () => ({ status: (await browserApi.readStatus({ signal })).data }))

export const HydrateFallback = Screen
export default Screen

/** The state of the shop for its operator. */
function Screen({ loaderData: loaded }: ScreenProps<typeof clientLoader>) {
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

/** A fact about the shop, with a link to act on it. */
type Fact = { name: string; value: string; detail?: string; to?: { label: string; path: string } }

const UNKNOWN = 'No se pudo saber'
const waits = (count: number, one: string, many: string) =>
  count === 0 ? 'Nada espera' : counted(count, one, many)

/** The state in words, a fact for each part. */
function factsOf(status: Status): Fact[] {
  return [
    {
      name: 'Versión',
      value: `Botica ${status.version}`,
      detail: `En marcha desde hace ${duration(status.uptimeSeconds)}`,
    },
    databaseFact(status.database),
    backupFact(status.backup),
    diskFact(status.disk),
    mailFact(status.mail),
    webhooksFact(status.webhooks),
    importsFact(status.imports),
    ...(status.certificate ? [certificateFact(status.certificate)] : []),
  ]
}

/** A duration in words, in its largest unit. */
function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (days > 0) return counted(days, 'día', 'días')
  if (hours > 0) return counted(hours, 'hora', 'horas')
  return minutes > 0 ? counted(minutes, 'minuto', 'minutos') : 'menos de un minuto'
}

const databaseFact = ({ bytes, clockDifferenceMs }: Status['database']): Fact => ({
  name: 'Base de datos',
  value: bytes === null ? UNKNOWN : dataSize(bytes),
  ...(clockDifferenceMs !== null && {
    detail: `Su reloj difiere en ${formatWhole(Math.abs(clockDifferenceMs))} ms`,
  }),
})

const backupFact = (backup: Status['backup']): Fact => ({
  name: 'Último respaldo',
  value: backup ? longDate(backup.at) : 'Ninguno todavía',
  ...(backup && { detail: backup.proved ? 'Probado: se pudo restaurar' : 'No se ha podido probar' }),
})

const diskFact = ({ freeBytes, daysLeft }: Status['disk']): Fact => ({
  name: 'Disco',
  value: freeBytes === null ? UNKNOWN : `${dataSize(freeBytes)} libres`,
  ...(daysLeft !== null && { detail: `Al ritmo de ahora alcanzan para ${counted(daysLeft, 'día', 'días')}` }),
})

function mailFact(mail: Status['mail']): Fact {
  if (!mail) return { name: 'Correos', value: UNKNOWN }
  const { waiting, oldest, lastFailure } = mail
  return {
    name: 'Correos',
    value: waits(waiting, 'correo espera', 'correos esperan'),
    detail: [
      oldest && `El más antiguo, desde el ${longDate(oldest)}.`,
      lastFailure && `Última falla, de un correo del ${longDate(lastFailure.at)}: ${lastFailure.error}`,
    ]
      .filter(Boolean)
      .join(' '),
  }
}

function webhooksFact(webhooks: Status['webhooks']): Fact {
  const to = { label: 'Ver conexiones', path: href('/dashboard/connections') }
  if (!webhooks) return { name: 'Avisos a otros sistemas', value: UNKNOWN, to }
  const { waiting, oldest, failed } = webhooks
  return {
    name: 'Avisos a otros sistemas',
    value: waits(waiting, 'aviso espera', 'avisos esperan'),
    detail: [
      oldest && `El más antiguo, desde el ${longDate(oldest)}.`,
      failed > 0 && `${counted(failed, 'no llegó', 'no llegaron')} en siete días.`,
    ]
      .filter(Boolean)
      .join(' '),
    ...(waiting + failed > 0 && { to }),
  }
}

function importsFact(imports: Status['imports']): Fact {
  const to = { label: 'Ver importaciones', path: `${href('/dashboard/products/imports')}?estado=sin-guardar` }
  if (!imports)
    return { name: 'Importaciones', value: UNKNOWN, to: { ...to, path: href('/dashboard/products/imports') } }
  const { waiting, folder, files } = imports
  return {
    name: 'Importaciones',
    value: waits(waiting, 'planilla espera una revisión', 'planillas esperan una revisión'),
    ...(folder && {
      detail:
        files === null
          ? `No se puede leer ${folder}`
          : `${files === 0 ? 'Nada' : counted(files, 'archivo', 'archivos')} por leer en ${folder}`,
    }),
    ...(waiting > 0 && { to }),
  }
}

const certificateFact = ({ host, ends, daysLeft }: NonNullable<Status['certificate']>): Fact => ({
  name: 'Certificado',
  value: daysLeft < 0 ? 'Venció' : `Vale ${counted(daysLeft, 'día', 'días')} más`,
  detail: `El de ${host}, hasta el ${longDate(ends)}`,
})
