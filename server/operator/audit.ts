import { parseArgs } from 'node:util'
import { AUDIT_ACTIONS, type AuditAction } from '#contract/audit-actions.ts'
import { AUDIT_HEADER, formatAudit } from '../features/audit/format-audit.ts'
import { type AuditFilter, readAudit } from '../features/audit/read-audit.ts'
import { OperatorError } from '../operator-error.ts'
import { readCommandConfig, runCommand } from './command.ts'
import { withShopDatabase } from './shop-database.ts'

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
