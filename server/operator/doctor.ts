import { setTimeout as pause } from 'node:timers/promises'
import type { Status } from '#contract/status.ts'
import { dataSize } from '#domain/data-size.ts'
import { store } from '#store'
import { readMigrations } from '../database/apply-migrations.ts'
import { connect } from '../database/connection.ts'
import { connectOrStartEmbedded, hasEmbedded } from '../database/embedded/connect-or-start.ts'
import { migrationNames } from '../database/migrate.ts'
import type { Db } from '../database/schema.ts'
import type { Timeouts } from '../database/timeouts.ts'
import { readStatus } from '../features/status/read-status.ts'
import { readCommandConfig } from './command.ts'

// npm run doctor

/** Timeouts with which the check ends within 15 seconds, even when nothing answers. */
const TIMEOUTS: Timeouts = {
  connect: 4_000,
  statement: 5_000,
  answer: 5_000,
  lock: 2_000,
  idleInTransaction: 10_000,
}
/** The time for the embedded PostgreSQL to start, and to stop after that. */
const MAX_START_MS = 7_000
const MAX_STOP_MS = 2_000

const config = readCommandConfig()

async function lookAround(): Promise<Status> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl) return lookAt(databaseUrl)
  if (!hasEmbedded(dataDir))
    return readStatus(config, {
      problem: `No hay una base de datos en ${dataDir}. Revisa DATA_DIR o DATABASE_URL.`,
    })
  const starting = connectOrStartEmbedded({ dataDir, log: () => {} })
  const started = await Promise.race([starting, pause(MAX_START_MS)]).catch((error: Error) => error)
  if (started instanceof Error)
    return readStatus(config, { problem: `La base de datos no se pudo iniciar: ${started.message}` })
  if (!started) {
    // A PostgreSQL that this command started must not keep running.
    await Promise.race([starting.then((late) => late.stop()), pause(MAX_STOP_MS)]).catch(() => {})
    return readStatus(config, {
      problem: `La base de datos de ${dataDir} no se inició en ${MAX_START_MS / 1_000} segundos.`,
    })
  }
  const status = await lookAt(started.url)
  await started.stop()
  return status
}

async function lookAt(url: string): Promise<Status> {
  const database = connect(url, {
    max: 4,
    pooler: config.databasePooler,
    timeouts: TIMEOUTS,
    onError: () => {},
  })
  const status = await readStatus(config, { database })
  const isOld = status.database.bytes !== null && (await hasOtherTables(database))
  void database.destroy().catch(() => {})
  if (!isOld) return status
  const message =
    'Las tablas de la base de datos son de otra versión de Botica. Reinicia la tienda con npm start.'
  return { ...status, warnings: [{ level: 'alarm', code: 'tables', message }, ...status.warnings] }
}

const hasOtherTables = (database: Db) =>
  readMigrations(database).then(
    (done) => String(done) !== String(migrationNames),
    () => true,
  )

const MOMENT = new Intl.DateTimeFormat('es-CL', {
  timeZone: store.timeZone,
  dateStyle: 'long',
  timeStyle: 'short',
})
const moment = (instant: string) => MOMENT.format(new Date(instant))
const number = (count: number) => count.toLocaleString('es-CL')
const since = (instant: string | null) => (instant ? `, desde el ${moment(instant)}` : '')
const waits = (count: number) => `${number(count)} ${count === 1 ? 'espera' : 'esperan'}`
const UNKNOWN = 'no se pudo saber'

/** The state of the shop in words, for the operator's terminal. */
function statusText(status: Status): string {
  const { version, database, backup, disk, mail, webhooks, imports, certificate, warnings } = status
  const lines = [
    `Botica ${version}`,
    '',
    `Base de datos:  ${database.bytes === null ? UNKNOWN : `${dataSize(database.bytes)}; su reloj difiere en ${number(database.clockDifferenceMs ?? 0)} ms`}`,
    `Último respaldo: ${backup ? `${moment(backup.at)}, ${backup.proved ? 'probado' : 'sin probar'}` : 'ninguno'}`,
    `Disco:          ${disk.freeBytes === null ? UNKNOWN : `${dataSize(disk.freeBytes)} libres${disk.daysLeft === null ? '' : `; alcanzan para ${number(disk.daysLeft)} días`}`}`,
    `Correos:        ${mail ? `${waits(mail.waiting)}${since(mail.oldest)}` : UNKNOWN}`,
    `Avisos:         ${webhooks ? `${waits(webhooks.waiting)}${since(webhooks.oldest)}; ${number(webhooks.failed)} sin entregar` : UNKNOWN}`,
    `Importaciones:  ${imports ? `${waits(imports.waiting)} una revisión${imports.files === null ? '' : `; por leer en ${imports.folder}: ${number(imports.files)}`}` : UNKNOWN}`,
    ...(certificate
      ? [`Certificado:    el de ${certificate.host} vale hasta el ${moment(certificate.ends)}`]
      : []),
    '',
    ...warnings.map(
      ({ level, code, message }) => `${level === 'alarm' ? 'ALARMA' : 'Aviso'} (${code}): ${message}`,
    ),
    ...(warnings.some(({ level }) => level === 'alarm') ? [] : ['Todo en orden.']),
  ]
  return lines.join('\n')
}

const status = await lookAround()
console.log(statusText(status))
// Ends the process even while a connection hangs.
process.exit(status.warnings.some(({ level }) => level === 'alarm') ? 1 : 0)
