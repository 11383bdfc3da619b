import { AUDIT_GROUPS, OPERATOR } from '#contract/audit.ts'
import { today } from '#contract/store-day.ts'
import { useList } from '../../listing/listing.ts'
import { Button } from '../../ui/button.tsx'
import { InputField, SelectField } from '../../ui/field.tsx'
import { useDayFilter } from '../day-filter.ts'
import { AUDIT, FIRST_PAGE } from './audit-filters.ts'

const NONE = { who: undefined, what: undefined, since: undefined, until: undefined, subject: undefined }

export type Actor = { email: string; name: string }

/** The filters by person, kind of change and day, kept in the URL. A changed filter starts with the newest entries. */
export function FilterBar({
  loaded,
  actors,
  subject,
}: {
  loaded: boolean
  actors: readonly Actor[]
  /** The name of the subject, shown when the list is filtered by a subject. */
  subject: string | undefined
}) {
  const { state, set, narrowed } = useList(AUDIT)
  const { who, what, since, until } = state
  const go = (change: Parameters<typeof set>[0]) => set({ ...FIRST_PAGE, ...change })
  const isKnown = !who || who === OPERATOR || actors.some(({ email }) => email === who)
  return (
    // Inert until the entries are loaded: the load replaces the loading state, and a choice made before would be lost.
    <div inert={!loaded} className="grid gap-3">
      <div className="grid gap-3 min-[24rem]:grid-cols-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_11rem_11rem]">
        <SelectField
          label="Quién"
          value={who ?? ''}
          onChange={(event) => go({ who: event.target.value || undefined })}
          className="max-md:col-span-full"
        >
          <option value="">Todas las personas</option>
          {!isKnown && <option>{who}</option>}
          {actors.map(({ email, name }) => (
            <option key={email} value={email}>
              {name} ({email})
            </option>
          ))}
          <option value={OPERATOR}>Operador (consola)</option>
        </SelectField>
        <SelectField
          label="Qué"
          value={what ?? ''}
          onChange={(event) => go({ what: (event.target.value || undefined) as typeof what })}
          className="max-md:col-span-full"
        >
          <option value="">Todo</option>
          {Object.entries(AUDIT_GROUPS).map(([group, name]) => (
            <option key={group} value={group}>
              {name}
            </option>
          ))}
        </SelectField>
        <InputField
          label="Desde"
          {...useDayFilter(since ?? '', (day) => go({ since: day || undefined }))}
          max={today()}
        />
        <InputField label="Hasta" {...useDayFilter(until ?? '', (day) => go({ until: day || undefined }))} />
      </div>
      {narrowed && (
        <div className="flex flex-wrap items-center gap-3">
          {state.subject && (
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
