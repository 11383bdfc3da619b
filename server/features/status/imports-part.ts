import { sql } from 'kysely'
import type { Status } from '#contract/status.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/schema.ts'
import { checkFolder } from '../../import-folder/check-folder.ts'
import { listFiles } from '../../import-folder/list-files.ts'
import { advice, alarm, type Part } from './status-part.ts'

type Imports = NonNullable<Status['imports']>

/** The imports that wait for a person, and the folder that is read. */
export async function readImports(
  database: Db,
  { imports: { folder } }: Pick<Config, 'imports'>,
): Promise<Part<Imports>> {
  const { rows } = await sql<{ waiting: number; unsent: number }>`
    select count(*)::int as waiting, count(*) filter (where source <> 'person')::int as unsent
    from product_imports where state = 'preview'`.execute(database)
  const { waiting, unsent } = rows[0]!
  const problem = folder && (await checkFolder(folder))
  const files = folder && !problem ? (await listFiles(folder)).length : null
  return {
    value: { waiting, folder: folder ?? null, files },
    warnings: [
      ...(problem
        ? [
            alarm(
              'import-folder',
              `No se leen los archivos de IMPORT_DIR. ${problem} Revisa la carpeta y sus permisos.`,
            ),
          ]
        : []),
      ...(unsent > 0
        ? [
            advice(
              'imports',
              `${unsent === 1 ? '1 planilla que no envió una persona espera' : `${unsent} planillas que no envió una persona esperan`} una revisión en Importaciones.`,
            ),
          ]
        : []),
    ],
  }
}
