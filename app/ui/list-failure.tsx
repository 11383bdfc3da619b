import { useRevalidator } from 'react-router'
import { Button } from './button.tsx'

/** Shown in place of a list that could not be loaded: the reason, and a button that loads the screen's data again. */
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
