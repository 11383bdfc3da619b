import { AUDIT_GROUPS, OPERATOR } from '#contract/audit.ts'
import { today } from '#contract/store-day.ts'
import { useUrlChange } from '../../listing/listing-url.ts'
import { Button } from '../../ui/button.tsx'
import { InputField, SelectField } from '../../ui/field.tsx'
import { useDayFilter } from '../day-filter.ts'
import type { AuditFilters } from './audit-filters.ts'
import { FIRST_PAGE } from './audit-url.ts'

export type Actor = { email: string; name: string }

const NONE: AuditFilters = { quien: '', que: '', desde: '', hasta: '', sobre: '' }

/** The filters by who, what and when, which are in the URL. A change starts with the newest entries. */
export function FilterBar({
  filters,
  actors,
  subject,
}: {
  /** Undefined while the screen loads. */
  filters: AuditFilters | undefined
  actors: readonly Actor[]
  /** The name of what the entries are about, when they are about one thing. */
  subject: string | undefined
}) {
  const changeUrl = useUrlChange()
  const go = (change: Partial<AuditFilters>) => changeUrl({ ...FIRST_PAGE, ...change })
  const shown = filters ?? NONE
  const { quien, que, desde, hasta, sobre } = shown
  const isKnown = quien === '' || quien === OPERATOR || actors.some(({ email }) => email === quien)
  const filtered = Object.values(shown).some(Boolean)
  return (
    // Off until the entries are there: the loading state is replaced then, and a choice would be lost.
    <div inert={!filters} className="grid gap-3">
      <div className="grid gap-3 min-[24rem]:grid-cols-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_11rem_11rem]">
        <SelectField
          label="Quién"
          value={quien}
          onChange={(event) => go({ quien: event.target.value })}
          className="max-md:col-span-full"
        >
          <option value="">Todas las personas</option>
          {!isKnown && <option>{quien}</option>}
          {actors.map(({ email, name }) => (
            <option key={email} value={email}>
              {name} ({email})
            </option>
          ))}
          <option value={OPERATOR}>Operador (consola)</option>
        </SelectField>
        <SelectField
          label="Qué"
          value={que}
          onChange={(event) => go({ que: event.target.value as AuditFilters['que'] })}
          className="max-md:col-span-full"
        >
          <option value="">Todo</option>
          {Object.entries(AUDIT_GROUPS).map(([group, name]) => (
            <option key={group} value={group}>
              {name}
            </option>
          ))}
        </SelectField>
        <InputField label="Desde" {...useDayFilter(desde, (desde) => go({ desde }))} max={today()} />
        <InputField label="Hasta" {...useDayFilter(hasta, (hasta) => go({ hasta }))} />
      </div>
      {filtered && (
        <div className="flex flex-wrap items-center gap-3">
          {sobre && (
            <p className="text-sm wrap-anywhere">
              Solo sobre <strong>{subject || 'lo elegido'}</strong>
            </p>
          )}
          <Button look="quiet" small icon="close" onClick={() => go(NONE)}>
            Limpiar filtros
          </Button>
        </div>
      )}
    </div>
  )
}
