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
    `Correos:        ${mail ? `${number(mail.waiting)} esperan${since(mail.oldest)}` : UNKNOWN}`,
    `Eventos:        ${webhooks ? `${number(webhooks.waiting)} esperan${since(webhooks.oldest)}; ${number(webhooks.failed)} fallaron` : UNKNOWN}`,
    `Importaciones:  ${imports ? `${number(imports.waiting)} esperan una revisión${imports.files === null ? '' : `; ${number(imports.files)} archivos en ${imports.folder}`}` : UNKNOWN}`,
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
