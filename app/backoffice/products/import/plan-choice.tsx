import type { CallInput } from '#contract/call.ts'
import type { ImportReport } from '#contract/import-report.ts'
import type { importCalls } from '#contract/imports.ts'
import { browserApi } from '../../../api/client.ts'
import { useAction } from '../../../forms/use-action.ts'
import { Checkbox, FieldError } from '../../../ui/field.tsx'

export type PlanContext = {
  /** The id of the import. */
  id: string
  disabled: boolean
  onPlanned: (report: ImportReport) => void
}

/** A choice after which the server plans the preview again. */
export function PlanChoice({
  label,
  checked,
  bodyOf,
  plan: { id, disabled, onPlanned },
}: {
  label: string
  checked: boolean
  bodyOf: (checked: boolean) => CallInput<typeof importCalls.replanImport>['body']
  plan: PlanContext
}) {
  const { run, working, choice, failure } = useAction(async (checked: boolean) =>
    onPlanned((await browserApi.replanImport({ params: { id }, body: bodyOf(checked) })).data),
  )
  return (
    <div>
      <Checkbox
        label={label}
        checked={choice ?? checked}
        disabled={disabled || working}
        onChange={({ target }) => run(target.checked)}
      />
      <FieldError error={failure} />
    </div>
  )
}
