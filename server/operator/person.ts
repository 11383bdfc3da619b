import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { recordAccess } from '../features/audit/record-audit.ts'
import { erasePerson } from '../features/people-data/erase-person.ts'
import { exportPerson } from '../features/people-data/export-person.ts'
import { writePersonFolder } from '../features/people-data/person-files.ts'
import { openImageStore } from '../images/open-store.ts'
import { OperatorError } from '../operator-error.ts'
import { readCommandConfig, readEmail, runCommand, withShopDatabase } from './command.ts'

// npm run person -- export EMAIL [folder], npm run person -- erase EMAIL

const USAGE = 'Uso: npm run person -- export CORREO [carpeta]\n     npm run person -- erase CORREO'

const nothing = (email: string) => new OperatorError(`No hay datos de ${email}.`)

async function exportTo(database: Db, config: Config, email: string, given?: string) {
  const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const folder = given ? resolve(given) : join(config.dataDir, 'exports', moment)
  if (existsSync(folder)) throw new OperatorError(`${folder} ya existe. Indica una carpeta nueva.`)
  const found = await exportPerson(database, email)
  if (!found) throw nothing(email)
  await recordAccess(database, 'operador', {
    action: 'person.export',
    subject: { kind: 'user', id: found.userId ?? '', label: email },
  })
  const missing = await writePersonFolder(await openImageStore(config), found, folder)
  console.log(
    `Datos de ${email} en ${folder}: datos.json y ${found.images.length - missing.length} imágenes.`,
  )
  console.log('Elimina la carpeta cuando la hayas entregado.')
  if (missing.length > 0)
    throw new OperatorError(`Faltan imágenes en el almacén de imágenes: ${missing.join(', ')}`)
}

async function erase(database: Db, config: Config, email: string) {
  const { errors, files, pendingOrders, cancelledOrders, owedOrders, ...rows } = await erasePerson(
    database,
    await openImageStore(config),
    { email, dataDir: config.dataDir, actor: 'operador' },
  )
  if (Object.values(rows).some((count) => count > 0)) {
    console.log(`Persona eliminada: ${email}`)
    console.log(`  cuentas: ${rows.accounts}`)
    console.log(`  pedidos, sin sus datos: ${rows.orders}`)
    console.log(`  solicitudes: ${rows.formRequests}`)
    console.log(`  avisos de productos: ${rows.stockAlerts}`)
    console.log(`  registros de ingreso, sin sus datos: ${rows.loginRecords}`)
    console.log(`  correos: ${rows.mails}`)
    console.log(`  archivos: ${files}`)
    if (cancelledOrders.length > 0)
      console.log(`Pedidos sin pagar que quedaron cancelados: ${cancelledOrders.join(', ')}`)
    if (pendingOrders.length > 0)
      console.log(`Pedidos pendientes que ya no tienen datos de entrega: ${pendingOrders.join(', ')}`)
    if (owedOrders.length > 0)
      console.log(`Pedidos cancelados cuyo dinero falta devolver: ${owedOrders.join(', ')}`)
  } else if (files > 0) {
    console.log(`No hay más datos de ${email}. Archivos que faltaba eliminar: ${files}`)
  } else if (errors.length === 0) {
    throw nothing(email)
  }
  if (errors.length > 0)
    throw new OperatorError(
      `Quedaron archivos sin eliminar (${errors.map(describe).join('; ')}). Repite el mismo comando para terminar.`,
    )
}

/** Describes an error, by its cause if it has one, such as an error of the image store. */
const describe = (error: unknown) => String((error as Error).cause ?? error)

await runCommand(async () => {
  const [act, given, folder] = process.argv.slice(2)
  if (act !== 'export' && act !== 'erase') throw new OperatorError(USAGE)
  const email = readEmail(given, USAGE)
  const config = readCommandConfig()
  await withShopDatabase(config, (database) =>
    act === 'export' ? exportTo(database, config, email, folder) : erase(database, config, email),
  )
})
