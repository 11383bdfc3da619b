import { useRevalidator } from 'react-router'
import { Button } from './button.tsx'

/** What stands in a list's place when it could not be had: why, and a way to ask again. */
export function ListFailure({ text }: { text: string }) {
  const { revalidate, state } = useRevalidator()
  return (
    <span role="alert" className="grid justify-items-center gap-4">
      {text}
      <Button look="secondary" loading={state !== 'idle'} onClick={() => revalidate()}>
        Intentar nuevamente
      </Button>
    </span>
  )
}
