import type { Status } from '#contract/status.ts'
import { dataSize } from '#domain/data-size.ts'
import { store } from '#store'

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
export function statusText(status: Status): string {
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
