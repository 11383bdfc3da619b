import { AUDIT_ACTIONS } from '#contract/audit-actions.ts'
import type { AuditRow } from './read-audit.ts'

const WIDTHS = [19, 28, 15, 28, 40]

/** An audit entry as a line of the operator's table. */
export function formatAudit(row: AuditRow): string {
  const { moment, name, email, address, action, id, label } = row
  const subject = id ? `${label} (${id})` : label
  return tableLine([moment, email || name, address, AUDIT_ACTIONS[action] ?? action, subject, changesOf(row)])
}

function changesOf({ before, after }: AuditRow): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const show = (value: unknown) => (typeof value === 'string' ? value || '(vacío)' : JSON.stringify(value))
  return names
    .map((name) => {
      const sides = [before, after].flatMap((fields) =>
        fields && name in fields ? [show(fields[name])] : [],
      )
      return `${name}: ${before && !after ? `${sides[0]} →` : sides.join(' → ')}`
    })
    .join('; ')
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
export const AUDIT_HEADER = tableLine(['Fecha', 'Quién', 'Desde', 'Qué', 'Sobre', 'Cambios'])
