import type { Status } from '#contract/status.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/schema.ts'
import { listFiles } from '../../import-folder/list-files.ts'
import { withFolder } from '../../import-folder/open-folder.ts'
import { countWaitingImports } from '../imports/import-history.ts'
import { advice, alarm, type Part, thatApply } from './status-part.ts'

type Imports = NonNullable<Status['imports']>

/** The imports that wait for a person, and the import folder. */
export async function readImports(
  database: Db,
  { imports: { folder } }: Pick<Config, 'imports'>,
): Promise<Part<Imports>> {
  const { waiting, unsent } = await countWaitingImports(database)
  let files: number | null = null
  const countFiles = async ({ path }: { path: string }) => {
    files = (await listFiles(path)).length
  }
  const problem = folder && (await withFolder(folder, countFiles))
  return {
    value: { waiting, folder: folder ?? null, files },
    warnings: thatApply(
      Boolean(problem) &&
        alarm(
          'import-folder',
          `No se leen los archivos de IMPORT_DIR. ${problem} Revisa la carpeta y sus permisos.`,
        ),
      unsent > 0 &&
        advice(
          'imports',
          `${unsent === 1 ? '1 planilla que llegó por la carpeta o la consola espera' : `${unsent} planillas que llegaron por la carpeta o la consola esperan`} una revisión en Importaciones.`,
        ),
    ),
  }
}
