import { useRef } from 'react'
import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import type { HeldGroup, ListedIngredient } from '#contract/sale-conditions.ts'
import { requireRole } from '../../../account/require-role.ts'
import { browserApi } from '../../../api/client.ts'
import { type Loaded, loadOrFailure } from '../../../api/server-failure.ts'
import { pageTitle } from '../../../pages/page-title.ts'
import { WhenLoaded } from '../../../ui/list-failure.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { HeldGroups } from './held-groups.tsx'
import { IngredientList } from './ingredient-list.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Condiciones de venta') }]

type Conditions = { held: HeldGroup[]; listed: ListedIngredient[] }

export function clientLoader({ request: { signal } }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  return loadOrFailure<Conditions>(async () => {
    const [held, listed] = await Promise.all([
      browserApi.listHeld({ signal }),
      browserApi.listIngredientConditions({ signal }),
    ])
    return { held: held.data, listed: listed.data }
  })
}
clientLoader.hydrate = true as const

export const HydrateFallback = Screen
export default Screen

/** Products that wait for their condition of sale, and the list by which they are recognised. */
function Screen({ loaderData: loaded }: { loaderData?: Loaded<Conditions> }) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className="grid gap-8">
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-xl outline-none">
          Condiciones de venta
        </h1>
        <p className="mt-1 max-w-prose text-soft">
          Los productos que pueden ser medicamentos y no dicen cómo se venden no están a la venta hasta que
          decidas. Enter acepta la propuesta, que vale también para las próximas planillas.
        </p>
      </div>
      <WhenLoaded of={loaded} loading={<Skeleton className="h-60" />}>
        {({ held, listed }) => (
          <>
            <HeldGroups held={held} onEmpty={() => heading.current?.focus()} />
            <IngredientList listed={listed} />
          </>
        )}
      </WhenLoaded>
    </div>
  )
}
