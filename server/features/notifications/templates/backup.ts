import { store } from '#store'
import type { MailContent, Person } from '../../../mail/render-mail.ts'
import type { BackupProblem } from '../../backups/backup-state.ts'

const MOMENT = new Intl.DateTimeFormat('es-CL', {
  timeZone: store.timeZone,
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
})

const WORDS: Record<BackupProblem['problem'], { subject: string; text: string }> = {
  failed: {
    subject: 'El respaldo no se pudo hacer',
    text: 'El último intento de respaldar la tienda falló. Si el disco se dañara hoy, se perdería todo desde el respaldo anterior.',
  },
  unproved: {
    subject: 'El respaldo no se pudo probar',
    text: 'El último respaldo se escribió, pero no se pudo restaurar para probarlo. Quedó guardado con «-sin-probar» en su nombre.',
  },
  old: {
    subject: 'El último respaldo tiene más de 36 horas',
    text: 'Hace más de 36 horas que no se hace un respaldo. Si el disco se dañara hoy, se perdería todo desde entonces.',
  },
  'not-uploaded': {
    subject: 'El respaldo no se pudo subir al bucket',
    text: 'El último respaldo está en el servidor, pero falta una copia en el bucket. Si el servidor se perdiera hoy, se perdería todo desde la última copia.',
  },
}

type Warning = Pick<BackupProblem, 'problem' | 'at' | 'error'> & { to: Person }

/** The mail to an administrator about backups that fail, at most once a day. */
export function backupFailed({ to, problem, at, error }: Warning): MailContent {
  const { subject, text } = WORDS[problem]
  return {
    to,
    subject: `${store.name}: ${subject[0]!.toLowerCase()}${subject.slice(1)}`,
    preview: 'Avisa a quien cuida el servidor de la tienda.',
    heading: subject,
    blocks: [
      text,
      {
        facts: [
          ['Último respaldo', at ? MOMENT.format(new Date(at)) : 'Ninguno todavía'],
          ...(error ? [['Motivo', error] satisfies [string, string]] : []),
        ],
      },
      'Reenvía este correo a quien cuida el servidor. Ahí se ve el motivo completo en el registro de la tienda, y «npm run backup» hace un respaldo en el momento. La tienda lo vuelve a intentar por sí misma.',
    ],
    reason: `Recibes este correo porque eres Administrador de ${store.name}.`,
  }
}
