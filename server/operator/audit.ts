import { parseArgs } from 'node:util'
import { AUDIT_ACTIONS, type AuditAction } from '#contract/audit-actions.ts'
import { actionName, changeLine, changesInWords } from '#contract/audit-words.ts'
import { type AuditFilter, type AuditRow, readAudit } from '../features/audit/read-audit.ts'
import { OperatorError } from '../operator-error.ts'
import { readCommandConfig, runCommand, withShopDatabase } from './command.ts'

// npm run audit -- [--who EMAIL] [--what ACTION] [--since DAY] [--until DAY] [--subject ID] [--json]

const USAGE = `Uso: npm run audit -- [--who CORREO|operador] [--what ACCIÓN] [--since AAAA-MM-DD] [--until AAAA-MM-DD] [--subject ID] [--json]`

const options = {
  who: { type: 'string' },
  what: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  subject: { type: 'string' },
  json: { type: 'boolean' },
} as const

function readOptions(): AuditFilter & { json: boolean } {
  const { who, what, since, until, subject, json = false } = parse()
  for (const day of [since, until]) if (day !== undefined) refuseUnlessDay(day)
  return {
    who: who?.toLowerCase(),
    actions: what === undefined ? undefined : actionsOf(what),
    since,
    until,
    subject: subject?.toLowerCase(),
    json,
  }
}

function parse() {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n${USAGE}`)
  }
}

/** The actions of an argument: an action's code, or a group by the part before the dot. */
function actionsOf(what: string): AuditAction[] {
  const all = Object.keys(AUDIT_ACTIONS) as AuditAction[]
  const found = all.filter((action) => action === what || action.startsWith(`${what}.`))
  if (found.length > 0) return found
  const known = all.map((action) => `  ${action.padEnd(28)}${AUDIT_ACTIONS[action]}`)
  throw new OperatorError(`--what ${what} no existe. Acciones:\n${known.join('\n')}`)
}

function refuseUnlessDay(day: string) {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && new Date(day).toJSON()?.startsWith(day)
  if (!isDay) throw new OperatorError(`${day} no es una fecha.\n${USAGE}`)
}

const WIDTHS = [19, 28, 15, 28, 40]

/** An audit entry as a line of the operator's table. */
function formatAudit(row: AuditRow): string {
  const { moment, name, email, address, action, id, label } = row
  const subject = id ? `${label} (${id})` : label
  const changes = changesInWords(row).map(changeLine).join('; ')
  return tableLine([moment, email || name, address, actionName(action), subject, changes])
}

/** Removes control characters from typed names, because a terminal would obey them. */
const withoutControls = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')

function tableLine(cells: string[]): string {
  return cells
    .map((cell, index) => withoutControls(cell).padEnd(WIDTHS[index] ?? 0))
    .join('  ')
    .trimEnd()
}

/** The header of the operator's table of audit entries. */
const AUDIT_HEADER = tableLine(['Fecha', 'Quién', 'Desde', 'Qué', 'Sobre', 'Cambios'])

// Ends without an error when a pager is closed.
process.stdout.on('error', () => process.exit(0))

await runCommand(async () => {
  const { json, ...filter } = readOptions()
  await withShopDatabase(readCommandConfig(), async (database) => {
    if (!json) console.log(AUDIT_HEADER)
    for await (const batch of readAudit(database, filter))
      for (const row of batch) console.log(json ? JSON.stringify(row) : formatAudit(row))
  })
})
