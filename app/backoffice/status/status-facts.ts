import { href } from 'react-router'
import type { Status } from '#contract/status.ts'
import { dataSize } from '#domain/data-size.ts'
import { counted, formatWhole } from '#domain/price.ts'
import { longDate } from '../store-time.ts'

/** A fact about the shop, with a link to act on it. */
export type Fact = { name: string; value: string; detail?: string; to?: { label: string; path: string } }

const UNKNOWN = 'No se pudo saber'
const waits = (count: number, one: string, many: string) =>
  count === 0 ? 'Nada espera' : counted(count, one, many)

/** The state in words, a fact for each part. */
export function factsOf(status: Status): Fact[] {
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
