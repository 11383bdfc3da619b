import { Link } from 'react-router'
import type { AuditEntry } from '#contract/audit.ts'
import { actionName, actorName, changesInWords, type FieldChange } from '#contract/audit-words.ts'
import { useList } from '../../listing/listing.ts'
import { orderMoment } from '../../orders/order-date.ts'
import type { Columns } from '../../ui/data-table.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { AUDIT } from './audit-filters.ts'

/** The number of changes shown at first; the others unfold. */
const SHOWN = 4

export const auditColumns: Columns<AuditEntry> = {
  date: {
    header: 'Fecha',
    cell: ({ createdAt }) => <Moment of={createdAt} />,
    className: 'tabular-nums as-table:w-28',
  },
  who: {
    header: 'Quién',
    cell: (entry) => (
      <span title={entry.address && `Desde ${entry.address}`}>
        <span className="font-semibold">{actorName(entry)}</span>
        {entry.email && (
          <span className="block text-soft">
            <EmailText email={entry.email} />
          </span>
        )}
      </span>
    ),
    className: 'as-table:w-56',
  },
  action: { header: 'Qué', cell: ({ action }) => actionName(action), className: 'as-table:w-40' },
  subject: {
    header: 'Sobre',
    cell: (entry) => <Subject entry={entry} />,
    className: 'wrap-anywhere as-table:w-56',
  },
  changes: { header: 'Cambios', cell: (entry) => <Changes changes={changesInWords(entry)} /> },
}

/** A day and a time; a line may break only between them. */
function Moment({ of }: { of: string }) {
  const [day, time] = orderMoment(of).split(', ')
  return (
    <time dateTime={of}>
      <span className="whitespace-nowrap">{day}</span> <span className="whitespace-nowrap">{time}</span>
    </time>
  )
}

/** The subject of an entry, with a link to all entries about this subject. */
function Subject({ entry: { subjectId, label, kind } }: { entry: AuditEntry }) {
  const { state, link } = useList(AUDIT)
  const name = label || (kind === 'user' ? 'Persona eliminada' : '—')
  if (!subjectId || state.subject === subjectId) return name
  return (
    <Link
      to={link({ subject: subjectId })}
      title={`Ver solo lo de ${name}`}
      className="text-brand underline underline-offset-4"
    >
      {name}
    </Link>
  )
}

function Changes({ changes }: { changes: FieldChange[] }) {
  if (changes.length === 0) return <span className="text-soft">—</span>
  const rest = changes.slice(SHOWN)
  return (
    <>
      <ChangeList changes={changes.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <details>
          <summary className="inline-flex min-h-6 cursor-pointer items-center font-semibold text-brand">
            Ver {rest.length} más
          </summary>
          <ChangeList changes={rest} />
        </details>
      )}
    </>
  )
}

const ChangeList = ({ changes }: { changes: FieldChange[] }) => (
  <ul className="grid gap-0.5">
    {changes.map(({ field, before, after }) => (
      <li key={field} className="wrap-anywhere">
        <span className="text-soft">{field}:</span>{' '}
        {before !== undefined && (
          <>
            <span className="text-soft line-through">{before}</span> <span aria-hidden="true">→ </span>
            <span className="sr-only">pasó a </span>
          </>
        )}
        {after ?? <span className="text-soft">(eliminado)</span>}
      </li>
    ))}
  </ul>
)
