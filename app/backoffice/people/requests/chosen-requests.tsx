import { useRevalidator } from 'react-router'
import type { FormRequest } from '#contract/requests.ts'
import { browserApi } from '../../../api/client.ts'
import { useAction } from '../../../forms/use-action.ts'
import { ChosenBar, type ChosenRows } from '../../../listing/chosen-rows.tsx'
import { Button } from '../../../ui/button.tsx'
import { notice } from '../../../ui/notice.tsx'

/** Marks the chosen form requests as answered, for example after a phone call. */
export function ChosenRequests({ chosen }: { chosen: ChosenRows<FormRequest> }) {
  const { revalidate } = useRevalidator()
  const { run, working, failure } = useAction(async () => {
    const { message } = await browserApi.markRequests({ body: { ids: chosen.ids } })
    await revalidate()
    chosen.clear()
    await notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
  })

  return (
    <ChosenBar
      chosen={chosen}
      label="Solicitudes elegidas"
      countOf={(count) => (count === 1 ? '1 solicitud elegida' : `${count} solicitudes elegidas`)}
      failure={failure}
    >
      <Button look="secondary" small icon="check" loading={working} onClick={() => run()}>
        Marcar respondidas
      </Button>
    </ChosenBar>
  )
}
