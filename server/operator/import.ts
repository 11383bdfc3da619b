import { readFile, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { OPERATOR } from '#contract/audit.ts'
import { MAX_FILE_BYTES } from '#contract/files.ts'
import { importWorkbook } from '../features/imports/import-workbook.ts'
import { reportText } from '../import-folder/report-text.ts'
import { OperatorError } from '../operator-error.ts'
import { readCommandConfig, runCommand, withShopDatabase } from './command.ts'

// npm run import -- FILE [--preview]

const USAGE = 'Uso: npm run import -- ARCHIVO [--preview]'

await runCommand(async () => {
  const parameters = process.argv.slice(2)
  const [path, ...others] = parameters.filter((parameter) => parameter !== '--preview')
  if (!path || others.length > 0 || path.startsWith('-')) throw new OperatorError(USAGE)
  const mode = parameters.includes('--preview') ? 'preview' : 'save'
  const bytes = await readGiven(path)
  const config = readCommandConfig()
  await withShopDatabase(config, async (database) => {
    const warn = (details: object) => console.error(details)
    const report = await importWorkbook(database, {
      ...{ file: { name: basename(path), bytes }, origin: { source: 'command' }, actor: OPERATOR },
      ...{ mode, rule: config.imports, log: { warn } },
    })
    console.log((await reportText(database, report, config.publicUrl)).replace(/[\uFEFF\r]/g, '').trimEnd())
    if (report.state === 'refused') process.exitCode = 1
  })
})

async function readGiven(path: string): Promise<Buffer> {
  try {
    const found = await stat(resolve(path))
    if (!found.isFile()) throw new OperatorError(`${path} no es un archivo.`)
    if (found.size > MAX_FILE_BYTES)
      throw new OperatorError(`${path} pesa más de ${MAX_FILE_BYTES / 1024 / 1024} MB. Divídelo en partes.`)
    return await readFile(resolve(path))
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`No se puede leer ${path}: ${(error as NodeJS.ErrnoException).code}.`)
  }
}
