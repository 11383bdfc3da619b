import type { ImportReport } from '#contract/import-report.ts'
import { importUrl } from '#domain/screen-urls.ts'
import { store } from '#store'
import type { MailContent, Person } from '../../../mail/render-mail.ts'

const count = (number: number) => number.toLocaleString('es-CL')

/** The mail to an administrator about a file from the import folder: it waits for a review, or has no row that could be saved. */
export function importWaiting({ to, report }: { to: Person; report: ImportReport }): MailContent {
  const waits = report.state === 'preview'
  const heading = waits ? 'Una planilla espera tu revisión' : 'Una planilla no se pudo importar'
  return {
    to,
    subject: `${store.name}: ${heading[0]!.toLowerCase()}${heading.slice(1)}`,
    preview: report.fileName,
    heading,
    blocks: [
      waits
        ? 'La tienda la leyó por sí misma, pero no la guardó: ningún producto cambió todavía. Revísala y guárdala en Importaciones.'
        : 'La tienda la quiso importar por sí misma, y no pudo guardar ninguna fila: ningún producto cambió.',
      {
        facts: [
          ['Archivo', report.fileName],
          ...report.reasons.map((reason) => ['Motivo', reason] satisfies [string, string]),
          ['Nuevos', count(report.created)],
          ['Cambian', count(report.updated)],
          ['Sin cambios', count(report.unchanged)],
          ['Filas rechazadas', count(report.refused)],
        ],
      },
      { button: waits ? 'Revisar la planilla' : 'Ver la importación', path: importUrl(report._id) },
    ],
    reason: `Recibes este correo porque eres Administrador de ${store.name}.`,
  }
}
