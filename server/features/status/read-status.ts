import type { Status, StatusWarning } from '#contract/status.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import type { Config } from '../../config.ts'
import type { Db } from '../../database/schema.ts'
import { readBackup } from './backup-part.ts'
import { readCertificate } from './certificate-part.ts'
import { readDatabase } from './database-part.ts'
import { readDisk } from './disk-part.ts'
import { readImports } from './imports-part.ts'
import { readMail, readWebhooks } from './queue-parts.ts'
import { advice, alarm, type Part, ShownError } from './status-part.ts'

/**
 * Reads the shop's status.
 *
 * @param opened the database, or the reason why it can't be opened
 */
export async function readStatus(
  config: Config,
  opened: { database: Db } | { problem: string },
): Promise<Status> {
  const { publicUrl, dataDir } = config
  const [database, disk, certificate] = await Promise.all([
    'problem' in opened
      ? { value: null, warnings: [alarm('database', opened.problem)] }
      : readPart(readDatabase(opened.database), (reason) =>
          alarm(
            'database',
            `La base de datos no responde (${reason}). Revisa que PostgreSQL esté corriendo y DATABASE_URL sea correcta.`,
          ),
        ),
    readPart(readDisk(dataDir), unreadable('disk', 'cuánto espacio queda en el disco de DATA_DIR')),
    // Only advice, because from inside its own network the server may not reach the host of PUBLIC_URL.
    readPart(readCertificate(publicUrl), (reason) =>
      advice(
        'certificate',
        `No se pudo ver el certificado de ${publicUrl} desde el servidor (${reason}). Ábrela en un navegador y revisa hasta cuándo vale.`,
      ),
    ),
  ])
  const rows = database.value && 'database' in opened ? opened.database : null
  const [backup, mail, webhooks, imports] = await Promise.all([
    readPart(rows && readBackup(rows, config), unreadable('backup', 'cómo están los respaldos')),
    readPart(rows && readMail(rows, config), unreadable('mail', 'cuántos correos esperan')),
    readPart(rows && readWebhooks(rows), unreadable('webhooks', 'cuántos avisos a otros sistemas esperan')),
    readPart(rows && readImports(rows, config), unreadable('imports', 'qué importaciones esperan')),
  ])
  const warnings = [database, backup, mail, webhooks, imports, disk, certificate].flatMap(
    (part) => part.warnings,
  )
  return {
    version: packageFile.version,
    uptimeSeconds: Math.floor(process.uptime()),
    database: database.value ?? { bytes: null, clockDifferenceMs: null },
    backup: backup.value,
    disk: disk.value ?? { freeBytes: null, daysLeft: null },
    mail: mail.value,
    webhooks: webhooks.value,
    imports: imports.value,
    certificate: certificate.value,
    warnings: warnings.toSorted((a, b) => Number(a.level === 'advice') - Number(b.level === 'advice')),
  }
}

/** The maximum time to read a part. */
const MAX_PART_MS = 6_000

/** Reads a part of the status. A failure or a timeout becomes a warning, so that the other parts are still answered. */
export async function readPart<Value>(
  part: Promise<Part<Value>> | null,
  failed: (reason: string) => StatusWarning,
): Promise<Part<Value | null>> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new ShownError('no hubo respuesta a tiempo')), MAX_PART_MS)
  try {
    return await Promise.race([part ?? { value: null, warnings: [] }, timeout])
  } catch (error) {
    return { value: null, warnings: [failed(describe(error))] }
  } finally {
    clearTimeout(timer)
  }
}

/** Describes another failure by its code, else by its name, because messages may contain addresses and passwords. */
function describe(error: unknown): string {
  if (error instanceof ShownError) return error.message
  const { code, name } = error as { code?: string; name?: string }
  return code ?? name ?? 'error'
}

/** The warning about a part that couldn't be read. */
export const unreadable = (code: string, what: string) => (reason: string) =>
  alarm(code, `No se pudo saber ${what} (${reason}). El registro de la tienda puede decir más.`)
