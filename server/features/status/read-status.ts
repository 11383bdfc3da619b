import type { Status } from '#contract/status.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import type { Config } from '../../config.ts'
import type { Db } from '../../database/schema.ts'
import { readBackup } from './backup-part.ts'
import { readCertificate } from './certificate-part.ts'
import { readDatabase } from './database-part.ts'
import { readDisk } from './disk-part.ts'
import { readImports } from './imports-part.ts'
import { readMail, readWebhooks } from './queue-parts.ts'
import { advice, alarm, type Part, readPart, unreadableWarning } from './status-part.ts'

const NO_DATABASE = { bytes: null, clockDifferenceMs: null }

/**
 * Reads the shop's status.
 *
 * @param opened the database, or the reason why it can't be opened
 */
export async function readStatus(
  config: Config,
  opened: { database: Db } | { problem: string },
): Promise<Status> {
  const [database, disk, certificate] = await Promise.all([
    databasePart(opened),
    readPart(() => readDisk(config.dataDir), {
      value: { freeBytes: null, daysLeft: null },
      warning: unreadableWarning('disk', 'cuánto espacio queda en el disco de DATA_DIR'),
    }),
    certificatePart(config.publicUrl),
  ])
  const rows =
    'database' in opened && database.value.bytes !== null ? await rowParts(opened.database, config) : null
  const parts: Part<unknown>[] = [database, ...(rows ? Object.values(rows) : []), disk, certificate]
  const warnings = parts.flatMap((part) => part.warnings)
  return {
    version: packageFile.version,
    uptimeSeconds: Math.floor(process.uptime()),
    database: database.value,
    backup: rows?.backup.value ?? null,
    disk: disk.value,
    mail: rows?.mail.value ?? null,
    webhooks: rows?.webhooks.value ?? null,
    imports: rows?.imports.value ?? null,
    certificate: certificate.value,
    warnings: warnings.toSorted((a, b) => Number(a.level === 'advice') - Number(b.level === 'advice')),
  }
}

const databasePart = (opened: { database: Db } | { problem: string }): Promise<Part<Status['database']>> => {
  const warning = (reason: string) =>
    alarm(
      'database',
      `La base de datos no responde (${reason}). Revisa que PostgreSQL esté corriendo y DATABASE_URL sea correcta.`,
    )
  if ('problem' in opened)
    return Promise.resolve({ value: NO_DATABASE, warnings: [alarm('database', opened.problem)] })
  return readPart(() => readDatabase(opened.database), { value: NO_DATABASE, warning })
}

/** The parts of the status that are read from tables. */
async function rowParts(database: Db, config: Config) {
  const [backup, mail, webhooks, imports] = await Promise.all([
    readPart(() => readBackup(database, config), {
      value: null,
      warning: unreadableWarning('backup', 'cómo están los respaldos'),
    }),
    readPart<Status['mail']>(() => readMail(database, config), {
      value: null,
      warning: unreadableWarning('mail', 'cuántos correos esperan'),
    }),
    readPart<Status['webhooks']>(() => readWebhooks(database), {
      value: null,
      warning: unreadableWarning('webhooks', 'cuántos avisos a otros sistemas esperan'),
    }),
    readPart<Status['imports']>(() => readImports(database, config), {
      value: null,
      warning: unreadableWarning('imports', 'qué importaciones esperan'),
    }),
  ])
  return { backup, mail, webhooks, imports }
}

const certificatePart = (publicUrl: string) =>
  readPart<Status['certificate']>(() => readCertificate(publicUrl), {
    value: null,
    // Only advice, because from inside its own network the server may not reach the host of PUBLIC_URL.
    warning: (reason) =>
      advice(
        'certificate',
        `No se pudo ver el certificado de ${publicUrl} desde el servidor (${reason}). Ábrela en un navegador y revisa hasta cuándo vale.`,
      ),
  })
